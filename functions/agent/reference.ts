import { apiEndpoint } from '#core/web/api/api-endpoint.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { endpoint } from './endpoint.ts';

const files = { service: 'Agent' };

/** The only page of this service. */
export const handler = apiEndpoint(endpoint, {
  access: 'public',
  frame: async (platform) => ({
    assets: await pageAssets(platform, files),
    navigation: [{ label: 'API', url: '/api' }],
  }),
  files,
  load: () => import('./openapi.json', { with: { type: 'json' } }),
});
