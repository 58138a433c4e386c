import { docsIdentity } from '#core/docs/projects/identity.ts';
import { fallbackEndpoint } from '#core/http/fallback-endpoint.ts';
import { healthEndpoint } from '#core/http/health-endpoint.ts';
import { openapiEndpoint } from '#core/http/openapi-endpoint.ts';
import { userEndpoints } from '#core/identity/endpoints/user-endpoints.ts';
import { assetEndpoint } from '#core/web/endpoints/asset-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { docs } from './manifest.ts';
import { explain } from './page.ts';

export { allSettings as settings } from '#core/docs/settings.ts';

export const health = healthEndpoint(endpoint, { status: 'ok' });
export const openapi = openapiEndpoint(
  endpoint,
  () => import('./openapi.json', { with: { type: 'json' } }),
);
export const asset = assetEndpoint(endpoint);
export const fallback = fallbackEndpoint(endpoint, docs.routes, { access: 'fallback', explain });
export const { loginPage, loginForm, login, logout, logoutPage, me } = userEndpoints(
  endpoint,
  ({ environment }) => docsIdentity(environment),
  { access: 'known' },
);
