import { docsSite } from '#core/docs/pages/docs-site.ts';
import { apiEndpoint } from '#core/web/api/api-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './page.ts';

export const handler = apiEndpoint(endpoint, {
  access: 'known',
  frame: (platform, caller) => docsSite.frame(platform, caller),
  files: docsSite.files,
  load: () => import('./openapi.json', { with: { type: 'json' } }),
  explain,
});
