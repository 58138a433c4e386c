import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openapiEndpoint } from '#core/http/openapi-endpoint.ts';
import { assetEndpoint } from '#core/web/asset-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './explain.ts';
import { sessions } from './manifest.ts';

export const health = healthEndpoint(endpoint, { status: 'ok' });
export const openapi = openapiEndpoint(
  endpoint,
  () => import('./openapi.json', { with: { type: 'json' } }),
);
export const asset = assetEndpoint(endpoint);
export const fallback = fallbackEndpoint(endpoint, sessions.routes, { access: 'public', explain });
