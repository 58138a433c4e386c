import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/http/endpoint.ts';
import { bytes, json, type Reply } from '#core/http/reply/reply.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { streamOf } from '#test/support/bytes.ts';
import { manualClock } from '#test/support/manual-clock.ts';

type Change = Partial<APIGatewayProxyEventV2> & { method?: string; sourceIp?: string };

/** An endpoint whose answer is the number of the times that it has worked. */
function counting(answer: (count: number) => Reply = (count) => json(200, count)) {
  const clock = manualClock('2026-03-01T12:00:00.000Z');
  const state = { stamp: '1' as string | undefined, count: 0, observed: [] as number[] };
  const endpoint = endpoints({
    errorKey: 'detail',
    identify: async () => ({ caller: undefined }),
    access: { public: {} },
    observe: async (_platform, status) => void state.observed.push(status),
  });
  const handler = endpoint({
    summary: '',
    access: 'public',
    replies: {},
    remembers: true,
    run: () => answer((state.count += 1)),
  });
  const records = { stamp: async () => state.stamp };
  const platform = { log: () => {}, environment: {}, records, clock } as unknown as Platform;
  let id = 0;
  const ask = ({ method = 'GET', sourceIp = '203.0.113.1', ...more }: Change = {}) => {
    const requestContext = { requestId: `req_${(id += 1)}`, http: { method, sourceIp } };
    const event = { headers: {}, rawPath: '/', rawQueryString: '', requestContext, ...more };
    const lantern = { platform, streaming: true } as const;
    return handler(event as unknown as APIGatewayProxyEventV2, { lantern });
  };
  return { state, clock, ask };
}

describe('an endpoint that remembers', () => {
  it('works once for the same request, whose answers have their own id and are all observed', async () => {
    const { state, ask } = counting();
    const [first, second] = [await ask(), await ask()];
    expect(second).toEqual({ ...first, headers: { ...first.headers, 'x-request-id': 'req_2' } });
    expect(first.headers['x-request-id']).toBe('req_1');
    expect([state.count, state.observed]).toEqual([1, [200, 200]]);
  });

  it('works once for the same requests at the same time', async () => {
    const { state, ask } = counting();
    const answers = await Promise.all([ask(), ask(), ask()]);
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect([ids, answers.map(({ body }) => body)]).toEqual([
      ['req_1', 'req_2', 'req_3'],
      ['1', '1', '1'],
    ]);
    expect([state.count, state.observed]).toEqual([1, [200, 200, 200]]);
  });

  it.each<[string, Change]>([
    ['method', { method: 'HEAD' }],
    ['client', { sourceIp: '203.0.113.2' }],
    ['path', { rawPath: '/other' }],
    ['query', { rawQueryString: 'a=1' }],
    ['key', { headers: { authorization: 'Bearer other' } }],
    ['cookie', { cookies: ['session=1'] }],
    ['header', { headers: { range: 'bytes=0-1' } }],
  ])('works again for another %s (S11)', async (_what, change) => {
    const { state, ask } = counting();
    await ask();
    await ask(change);
    expect(state.count).toBe(2);
  });

  it('works again once a record is written, and after the second', async () => {
    const { state, clock, ask } = counting();
    await ask();
    state.stamp = '2';
    await ask();
    expect(state.count).toBe(2);
    await clock.advance(999);
    await ask();
    expect(state.count).toBe(2);
    await clock.advance(1);
    await ask();
    expect(state.count).toBe(3);
  });

  it('works each time for what is no read: bodies are not compared', async () => {
    const { state, ask } = counting();
    for (const body of ['one', 'two']) await ask({ method: 'POST', body });
    expect(state.count).toBe(2);
  });

  it('works each time where the home cannot tell of writes', async () => {
    const { state, ask } = counting();
    state.stamp = undefined;
    await Promise.all([ask(), ask()]);
    expect(state.count).toBe(2);
  });

  it('does not keep what was made while a record was written', async () => {
    const counted = counting((count) => {
      counted.state.stamp = String(count + 1);
      return json(200, count);
    });
    await counted.ask();
    await counted.ask();
    expect(counted.state.count).toBe(2);
  });

  it.each<[string, Reply]>([
    ['errors', json(404, {})],
    ['streams', bytes('text/plain', streamOf(10))],
    ['large bodies', bytes('text/plain', 'x'.repeat(262_145))],
    ['cookies', json(200, {}, { cookies: ['session=1'] })],
  ])('does not keep %s', async (_what, reply) => {
    const { state, ask } = counting(() => reply);
    await Promise.all([ask(), ask()]);
    await ask();
    expect(state.count).toBe(3);
  });

  it('keeps few answers', async () => {
    const { state, ask } = counting();
    for (let at = 0; at < 101; at += 1) await ask({ rawPath: `/${at}` });
    await ask({ rawPath: '/100' });
    expect(state.count).toBe(101);
    await ask({ rawPath: '/0' });
    expect(state.count).toBe(102);
  });
});
