import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/http/endpoint.ts';
import { json } from '#core/http/reply/reply.ts';
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
    return json(200, { address: request.address, host: request.headers['host'] });
  },
});

async function ask(headers: Record<string, string>, router: string | undefined, method = 'GET') {
  const environment = router === undefined ? {} : { LANTERN_ROUTER: router };
  const platform = { log: () => {}, environment } as unknown as Platform;
  const result = await handler(gatewayRequest(headers, method), { lantern: { platform } });
  return { status: result.statusCode, body: JSON.parse(result.body as string) as unknown };
}

const asSeen = { address: '203.0.113.1', host: 'api.example' };
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
  ])('names its viewer %s', async (_case, headers, router, seen) => {
    expect((await ask(headers, router)).body).toEqual(seen);
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
