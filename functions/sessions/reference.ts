import { sessionsSite } from '#core/sessions/pages/sessions-site.ts';
import { apiEndpoint } from '#core/web/api/api-endpoint.ts';
import { endpoint } from './endpoint.ts';

export const handler = apiEndpoint(endpoint, {
  access: 'public',
  frame: (platform) => sessionsSite.frame(platform),
  files: sessionsSite.files,
  load: () => import('./openapi.json', { with: { type: 'json' } }),
});
