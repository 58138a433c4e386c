import { mcpEndpoint } from '#core/http/mcp/mcp-endpoint.ts';
import type { ToolRoute } from '#core/http/mcp/tool.ts';
import { endpoint } from './endpoint.ts';

/** What an assistant needs to answer from the sites. */
const routes: readonly ToolRoute[] = [
  tool('/api/projects', async () => (await import('./projects.ts')).list),
  tool('/api/search', async () => (await import('./site-pages.ts')).searchAll),
  tool('/api/projects/{name}/search', async () => (await import('./site-pages.ts')).search),
  tool('/api/projects/{name}/pages', async () => (await import('./site-pages.ts')).list),
  tool('/api/projects/{name}/pages/{slug}', async () => (await import('./site-pages.ts')).read),
];

export const handler = mcpEndpoint(endpoint, 'reader', {
  name: 'lantern-docs',
  version: '1',
  routes,
  onCall: async () => {},
  load: () => import('#core/http/mcp/answer.ts'),
});

function tool(path: string, load: ToolRoute['load']): ToolRoute {
  return { method: 'GET', path, load };
}
