import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openEndpoints } from '#core/http/open-endpoints.ts';
import { openapiEndpoint } from '#core/http/openapi-endpoint.ts';
import { assetEndpoint } from '#core/web/endpoints/asset-endpoint.ts';
import { allSettings } from '#core/webhook/configuration/variables.ts';
import { webhook } from './manifest.ts';

export { allSettings as settings };

const endpoint = openEndpoints(webhook.errorKey, { settings: allSettings });

export const health = healthEndpoint(endpoint, { status: 200, message: 'Alive' });
export const openapi = openapiEndpoint(
  endpoint,
  () => import('./openapi.json', { with: { type: 'json' } }),
);
export const asset = assetEndpoint(endpoint);
export const fallback = fallbackEndpoint(endpoint, webhook.routes, { access: 'public' });
