import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { endpoints, type Handler } from '#core/http/endpoint.ts';
import { bytes, json, type Reply } from '#core/http/reply/reply.ts';
import { streamedFrom } from '#core/http/streamed.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { installLambdaRuntime, invokeStreamed } from '#test/support/aws/lambda-stream.ts';
import { manualClock } from '#test/support/manual-clock.ts';

let uninstall: () => void;
beforeAll(() => {
  uninstall = installLambdaRuntime();
});
afterAll(() => uninstall());

const endpoint = endpoints({
  errorKey: 'detail',
  identify: async () => ({ caller: undefined, cookies: ['renewed=1'] }),
  access: { known: {} },
});

const event = (method = 'POST') =>
  ({
    headers: {},
    rawPath: '/analyze-failures',
    rawQueryString: '',
    requestContext: { requestId: 'req_1', http: { method, sourceIp: '203.0.113.1' } },
    isBase64Encoded: false,
  }) as APIGatewayProxyEventV2;

/** A handler that answers when it is told to, and how long it was asked already. */
function asked(method = 'POST') {
  const clock = manualClock();
  const platform = { log: () => {}, clock, environment: {} } as unknown as Platform;
  const given = Promise.withResolvers<Reply>();
  let runs = 0;
  const handler: Handler = endpoint({
    ...{ summary: '', access: 'known', replies: {} },
    run: () => {
      runs += 1;
      return given.promise;
    },
  });
  const call = invokeStreamed(streamedFrom(handler), event(method), { lantern: { platform } });
  return { ...call, clock, runs: () => runs, reply: given.resolve, fail: given.reject };
}

/** What came within so many milliseconds. */
async function after(call: ReturnType<typeof asked>, milliseconds: number) {
  await call.clock.advance(milliseconds);
  return call.received();
}

describe('a streamed route that answers soon', () => {
  it('keeps its status, headers and cookies', async () => {
    const call = asked();
    expect(await after(call, 4_999)).toBeUndefined();
    call.reply(json(202, { job: 1 }, { headers: { 'x-own': 'yes' } }));
    await call.ended;
    const reply = call.received();
    expect(reply).toMatchObject({ status: 202, cookies: ['renewed=1'], body: '{"job":1}' });
    expect(reply?.headers).toMatchObject({ 'x-own': 'yes', 'x-request-id': 'req_1' });
    expect(reply?.isWhole).toBe(true);
    expect(call.clock.sleeping()).toBe(0);
  });

  it.each([
    ['bytes', bytes('text/plain', Buffer.from('ü')), 200, 'ü'],
    ['nothing', { status: 204 }, 204, ''],
  ] as const)('sends %s', async (_name, given, status, body) => {
    const call = asked();
    call.reply(given);
    await call.ended;
    expect(call.received()).toMatchObject({ status, body, isWhole: true });
  });

  it('keeps the status of an error', async () => {
    const call = asked();
    call.fail(new Failure('unavailable', 'away', 'Try again later'));
    await call.ended;
    expect(call.received()).toMatchObject({ status: 503, body: '{"detail":"Try again later"}' });
  });

  it.each(['GET', 'PUT', 'OPTIONS'])('is not run for %s', async (method) => {
    const call = asked(method);
    await call.ended;
    const reply = call.received();
    expect([reply?.status, reply?.headers['allow'], call.runs()]).toEqual([405, 'POST', 0]);
  });
});

describe('a streamed route that takes long', () => {
  it('sends white space, then the JSON', async () => {
    const call = asked();
    expect(await after(call, 5_000)).toMatchObject({ status: 200, body: ' ', isWhole: false });
    expect(await after(call, 15_000)).toMatchObject({ body: '  ' });
    // An hour without a pause above 15 s.
    expect((await after(call, 3_600_000 - 20_000))?.body).toHaveLength(240);
    call.reply(json(201, { summary: 'ü' }));
    await call.ended;
    const reply = call.received();
    expect(JSON.parse(reply?.body ?? '')).toEqual({ summary: 'ü' });
    expect(reply).toMatchObject({ status: 200, cookies: [], isWhole: true });
    expect(reply?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': 'req_1',
    });
    expect(call.clock.sleeping()).toBe(0);
  });

  it.each([
    [
      'an error',
      new Failure('upstream', 'x', 'The model is away'),
      { detail: 'The model is away' },
    ],
    ['a bug', new Error('secret'), { detail: 'Internal server error', request_id: 'req_1' }],
  ])('tells %s in the body alone', async (_name, error, body) => {
    const call = asked();
    await call.clock.advance(30_000);
    call.fail(error);
    await call.ended;
    expect(call.received()?.status).toBe(200);
    expect(JSON.parse(call.received()?.body ?? '')).toEqual(body);
  });
});
