import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/http/endpoint.ts';
import { json, redirect } from '#core/http/reply/reply.ts';
import { assertSameOrigin } from '#core/identity/same-origin.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { gatewayRequest } from '#test/support/http/gateway-request.ts';

const key = 'a'.repeat(64);
const hash = createHash('sha256').update(key).digest('hex');
const named = { 'x-lantern-viewer': '198.51.100.7', 'x-forwarded-host': 'docs.example.com' };

const endpoint = endpoints({
  errorKey: 'detail',
  identify: async () => ({ caller: undefined }),
  access: { public: {} },
});
const handler = endpoint({
  ...{ summary: '', access: 'public', replies: {} },
  run({ request }) {
    assertSameOrigin(request);
    const { address, headers, prefix } = request;
    return json(200, { address, host: headers['host'], ...(prefix && { prefix }) });
  },
});

async function ask(headers: Record<string, string>, router: string | undefined, method = 'GET') {
  const environment = router === undefined ? {} : { LANTERN_ROUTER: router };
  const platform = { log: () => {}, environment } as unknown as Platform;
  const result = await handler(gatewayRequest(headers, method), { lantern: { platform } });
  return { status: result.statusCode, body: JSON.parse(result.body as string) as unknown };
}

const asSeen = { address: '203.0.113.1', host: 'api.example' };
const beneath = { ...named, 'x-lantern-prefix': '/analysis' };
const asViewed = { address: '198.51.100.7', host: 'docs.example.com' };

describe('a request behind the CDN (S13)', () => {
  it.each([
    ['beside the key of the router', { ...named, 'x-lantern-router': key }, hash, asViewed],
    ['without the key', named, hash, asSeen],
    ['beside another key', { ...named, 'x-lantern-router': 'b'.repeat(64) }, hash, asSeen],
    ['beside the hash of the key', { ...named, 'x-lantern-router': hash }, hash, asSeen],
    ['beside an empty key', { ...named, 'x-lantern-router': '' }, hash, asSeen],
    [
      'beside a key, where no router stands',
      { ...named, 'x-lantern-router': key },
      undefined,
      asSeen,
    ],
    ['beside the key alone', { 'x-lantern-router': key }, hash, asSeen],
    [
      'below a path',
      { ...beneath, 'x-lantern-router': key },
      hash,
      { ...asViewed, prefix: '/analysis' },
    ],
    ['below no path without the key', beneath, hash, asSeen],
    ['below no path beside another key', { ...beneath, 'x-lantern-router': hash }, hash, asSeen],
    ['below no path, where no router stands', { ...beneath, 'x-lantern-router': key }, '', asSeen],
    [
      'below no path of another form',
      { ...named, 'x-lantern-prefix': '/"><b>', 'x-lantern-router': key },
      hash,
      asViewed,
    ],
  ])('names its viewer %s', async (_case, headers, router, seen) => {
    expect((await ask(headers, router)).body).toEqual(seen);
  });

  it('stays below its path when it is led elsewhere', async () => {
    const leads = endpoint({
      ...{ summary: '', access: 'public', replies: {} },
      run: () => redirect(303, '/runs/1'),
    });
    const platform = { log: () => {}, environment: { LANTERN_ROUTER: hash } };
    const led = async (headers: Record<string, string>) => {
      const context = { lantern: { platform: platform as unknown as Platform } };
      return (await leads(gatewayRequest(headers), context)).headers['location'];
    };
    expect(await led({ ...beneath, 'x-lantern-router': key })).toBe('/analysis/runs/1');
    expect(await led({ ...named, 'x-lantern-router': key })).toBe('/runs/1');
    expect(await led(beneath)).toBe('/runs/1');
  });

  it('comes from the page that it came from, by the name that people use (S12)', async () => {
    const secure = { 'x-forwarded-proto': 'https' };
    const routed = { ...secure, ...named, 'x-lantern-router': key };
    const from = async (headers: Record<string, string>, origin: string) =>
      (await ask({ ...headers, origin }, hash, 'POST')).status;
    expect(await from(routed, 'https://docs.example.com')).toBe(200);
    expect(await from(routed, 'https://api.example')).toBe(403);
    expect(await from({ ...secure, ...named }, 'https://docs.example.com')).toBe(403);
    expect(await from(secure, 'https://api.example')).toBe(200);
  });
});
