import { agentSite } from '#core/agent/pages/agent-site.ts';
import { apiEndpoint } from '#core/web/api/api-endpoint.ts';
import { endpoint } from './endpoint.ts';

export const handler = apiEndpoint(endpoint, {
  access: 'public',
  frame: (platform) => agentSite.frame(platform),
  files: agentSite.files,
  load: () => import('./openapi.json', { with: { type: 'json' } }),
});
