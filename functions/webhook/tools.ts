import type { ToolRoute } from '#core/http/mcp/tool.ts';

/** The routes that tools call: those with JSON answers that are not tagged `mcp_exclude`; a test
 * compares. Each is loaded by name, so that the bundle of the function contains it. */
export const tools: readonly ToolRoute[] = [
  get('/webhook_server/healthcheck', async () => (await import('./common.ts')).health),
  get('/logs/api/entries', async () => (await import('../logs/entries.ts')).handler),
  get('/logs/api/around', async () => (await import('../logs/around.ts')).handler),
  get('/logs/api/histogram', async () => (await import('../logs/histogram.ts')).handler),
  get('/logs/api/pr-flow/{identifier}', async () => (await import('../logs/pr-flow.ts')).handler),
  get(
    '/logs/api/workflow-steps/{hook_id}',
    async () => (await import('../logs/workflow-steps.ts')).handler,
  ),
  get(
    '/logs/api/step-logs/{hook_id}/{step_name+}',
    async () => (await import('../logs/step-logs.ts')).handler,
  ),
  get('/logs/api/deliveries', async () => (await import('./list-deliveries.ts')).handler),
  get('/logs/api/deliveries/{id}', async () => (await import('./read-delivery.ts')).handler),
  post('/logs/api/deliveries/replay', async () => (await import('./replay-many.ts')).handler),
  post(
    '/logs/api/deliveries/{id}/replay',
    async () => (await import('./replay-delivery.ts')).handler,
  ),
];

function get(path: string, load: ToolRoute['load']): ToolRoute {
  return { method: 'GET', path, load };
}

function post(path: string, load: ToolRoute['load']): ToolRoute {
  return { method: 'POST', path, load };
}
