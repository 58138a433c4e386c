import { mcpEndpoint } from '#core/http/mcp/mcp-endpoint.ts';
import type { ToolRoute } from '#core/http/mcp/tool.ts';
import { logToolCall } from '#core/webhook/deliveries/own-log.ts';
import { endpoint } from '#functions/logs/endpoint.ts';

const entries = () => import('#functions/logs/entries.ts');
const flows = () => import('#functions/logs/flows.ts');
const deliveries = () => import('./deliveries.ts');

/** The routes that tools call: those with JSON answers that are not tagged `mcp_exclude`; a test
 * compares. Each is loaded by name, so that the bundle of the function contains it. */
export const tools: readonly ToolRoute[] = [
  get('/webhook_server/healthcheck', async () => (await import('./common.ts')).health),
  get('/logs/api/entries', async () => (await entries()).list),
  get('/logs/api/around', async () => (await entries()).around),
  get('/logs/api/histogram', async () => (await entries()).histogram),
  get('/logs/api/pr-flow/{identifier}', async () => (await flows()).stages),
  get('/logs/api/workflow-steps/{hook_id}', async () => (await flows()).steps),
  get('/logs/api/step-logs/{hook_id}/{step_name+}', async () => (await flows()).stepLogs),
  get('/logs/api/deliveries', async () => (await deliveries()).list),
  get('/logs/api/deliveries/{id}', async () => (await deliveries()).read),
];

export const handler = mcpEndpoint(endpoint, 'tools', {
  name: 'lantern-webhook',
  version: '1',
  routes: tools,
  onCall: logToolCall,
  load: () => import('#core/http/mcp/answer.ts'),
});

function get(path: string, load: ToolRoute['load']): ToolRoute {
  return { method: 'GET', path, load };
}
