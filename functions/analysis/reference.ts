import { analysisSite } from '#core/analysis/pages/analysis-site.ts';
import { apiEndpoint } from '#core/web/api/api-endpoint.ts';
import { endpoint } from './endpoint.ts';
import { explain } from './page.ts';

export const handler = apiEndpoint(endpoint, {
  access: 'visitor',
  frame: (platform, caller) => analysisSite.frame(platform, caller),
  files: analysisSite.files,
  load: () => import('./openapi.json', { with: { type: 'json' } }),
  explain,
});
