import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { loadHandler, loadService } from '#core/host/service/load-service.ts';
import { openEndpoints } from '#core/http/open-endpoints.ts';
import { mcpEndpoint } from '#core/http/mcp/mcp-endpoint.ts';
import { services } from '#functions/manifest.ts';
import { tools } from '#functions/webhook/mcp.ts';
import { addDelivery } from '#test/support/webhook/delivery-rows.ts';
import { eachTest } from '#test/support/each-test.ts';
import { sampleRecords } from '#test/support/logs/sample-logs.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const path = '/mcp';
const environment = { ENABLE_LOG_SERVER: 'true', ENABLE_MCP_SERVER: 'true' };
const accept = 'application/json, text/event-stream';
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

async function connect(world: World, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${world.url}${path}`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

type Called = { isError?: boolean; content: [{ text: string }] };

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result: unknown = await client.callTool({ name, arguments: given });
  const { isError = false, content } = result as Called;
  return [isError, JSON.parse(content[0].text) as Record<string, unknown>] as const;
}

describe('the tools over the Model Context Protocol', () => {
  const world = eachTest(() => openWorld(onLocal, 'webhook', { environment }));

  it('are the routes, with the parameters of their definitions', async () => {
    const client = await connect(world());
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toContain('get_logs_entries');
    expect(listed.find(({ name }) => name === 'get_logs_step_logs_hook_id_step_name')).toEqual({
      name: 'get_logs_step_logs_hook_id_step_name',
      description: expect.stringMatching(/^List the log entries of one step/) as string,
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { hook_id: { type: 'string' }, step_name: { type: 'string' } },
        ...{ required: ['hook_id', 'step_name'], additionalProperties: false },
      },
    });
    await client.close();
  });

  it('answer as the routes do, and leave a line in their own log', async () => {
    await world().platform.logs.append(sampleRecords);
    await addDelivery(world().platform, { id: 'd1' });
    const client = await connect(world());
    const [, page] = await call(client, 'get_logs_entries', { hook_id: 'd1', limit: 1 });
    expect(page).toMatchObject({ total_count: 5, limit: 1 });
    const step = { hook_id: 'd1', step_name: 'labels' };
    const [, logs] = await call(client, 'get_logs_step_logs_hook_id_step_name', step);
    expect(logs).toMatchObject({ log_count: 2 });
    expect(await call(client, 'get_logs_workflow_steps_hook_id', { hook_id: 'no/ne' })).toEqual([
      ...[true, { detail: 'No data found for hook ID: no/ne' }],
    ]);
    const [, listed] = await call(client, 'get_logs_deliveries', {});
    expect(listed).toMatchObject({ deliveries: [{ id: 'd1' }] });
    const { tools: offered } = await client.listTools();
    expect(offered.filter(({ name }) => name.includes('replay'))).toEqual([]);
    const { entries } = await world().platform.logs.search(
      { where: { search: 'tool' } },
      { limit: 10 },
    );
    expect(entries.map(({ logger_name, message }) => [logger_name, message])).toEqual([
      ['mcp_server', 'Tool get_logs_deliveries was called'],
      ['mcp_server', 'Tool get_logs_workflow_steps_hook_id was refused'],
      ['mcp_server', 'Tool get_logs_step_logs_hook_id_step_name was called'],
      ['mcp_server', 'Tool get_logs_entries was called'],
    ]);
    await client.close();
  });

  it.each([
    [{ what: 1 }, 'Unknown arguments: what'],
    [{}, 'Missing arguments: hook_id'],
  ])('refuse wrong arguments %j', async (given, text) => {
    const client = await connect(world());
    const name = 'get_logs_workflow_steps_hook_id';
    expect(await client.callTool({ name, arguments: given })).toMatchObject({
      ...{ isError: true, content: [{ text }] },
    });
    await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toThrow('Unknown tool');
    await client.close();
  });

  it.each([
    ['GET', {}, 405],
    ['DELETE', {}, 405],
    ['PUT', {}, 405],
    ['POST', { origin: 'https://evil.example' }, 403],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { accept: 'text/html' }, 406],
    ['POST', {}, 200],
  ])('%s with %j is %i', async (method, more, status) => {
    const headers = { accept, 'content-type': 'application/json', ...more };
    const body = method === 'POST' ? { body: JSON.stringify(listing) } : {};
    const reply = await world().send({ method, path, headers, ...body });
    expect(reply.status).toBe(status);
    if (status === 405) expect(reply.json()).toEqual({ detail: 'Method Not Allowed' });
    if (status === 200) expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers['mcp-session-id']).toBeUndefined();
  });

  it.each(['not json', '{}', '{"jsonrpc":"2.0"}', '"x"', '{"__proto__":1}'])(
    'take %s for what it is (S14)',
    async (body) => {
      const headers = { accept, 'content-type': 'application/json' };
      const reply = await world().send({ method: 'POST', path, headers, body });
      expect(reply.status).toBe(400);
    },
  );
});

it('a tool has the rights of its caller: LOGS_KEY (S13)', async () => {
  const more = { LOGS_KEY: 'the-key-of-the-logs', TRUSTED_PROXIES: '127.0.0.1' };
  const world = await openWorld(onLocal, 'webhook', { environment: { ...environment, ...more } });
  const outside = { 'x-forwarded-for': '203.0.113.9' };
  const anonymous = await connect(world, outside);
  expect(await call(anonymous, 'get_logs_deliveries')).toMatchObject([true, {}]);
  const step = { hook_id: 'x', step_name: 'y' };
  expect(await call(anonymous, 'get_logs_step_logs_hook_id_step_name', step)).toMatchObject([
    ...[true, { detail: expect.stringMatching(/^Access denied/) as string }],
  ]);
  const holder = await connect(world, {
    ...{ ...outside, authorization: 'Bearer the-key-of-the-logs' },
  });
  expect(await call(holder, 'get_logs_deliveries')).toMatchObject([false, { deliveries: [] }]);
  await Promise.all([anonymous.close(), holder.close()]);
});

it.each([undefined, 'false', 'TRUE', '1', 'true '])(
  'with ENABLE_MCP_SERVER=%s there is no such path',
  async (ENABLE_MCP_SERVER) => {
    const world = await openWorld(onLocal, 'webhook', { environment: { ENABLE_MCP_SERVER } });
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = { accept, 'content-type': 'application/json' };
      const reply = await world.send({ method, path, headers, body: JSON.stringify(listing) });
      expect([reply.status, reply.json()]).toEqual([404, { detail: 'Not Found' }]);
    }
  },
);

it('answers 500 when the server cannot be initialized', async () => {
  const service = await loadService('webhook', services.webhook);
  const broken = mcpEndpoint(openEndpoints('detail'), 'public', {
    ...{ name: 'x', version: '1', routes: [], onCall: async () => {} },
    load: () => Promise.reject(new Error('Cannot find package')),
  });
  const routes = service.routes.map((route) =>
    route.pattern.path === path ? { ...route, handler: broken } : route,
  );
  const world = await openWorld(onLocal, { ...service, routes }, { environment });
  const reply = await world.send({ method: 'POST', path, body: listing });
  expect([reply.status, reply.json()]).toEqual([500, { detail: 'MCP server not initialized' }]);
  expect(world.logs).toContainEqual(
    expect.objectContaining({ message: 'the MCP server did not start' }),
  );
});

it('offers every route with a JSON answer that is not tagged mcp_exclude', async () => {
  const offered: string[] = [];
  for (const route of services.webhook.routes) {
    const { definition } = await loadHandler(route);
    const hasJson = Object.entries(definition.replies).some(
      ([status, { schema }]) => status.startsWith('2') && schema !== undefined,
    );
    if (hasJson && !definition.tags?.includes('mcp_exclude')) {
      offered.push(`${route.method} ${route.path}`);
    }
  }
  expect(tools.map(({ method, path: own }) => `${method} ${own}`).sort()).toEqual(offered.sort());
});
