import { describe, expect, it } from 'vitest';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { invoke, throughGateway } from '#core/host/gateway/api-gateway.ts';
import type { Handler } from '#core/http/endpoint.ts';
import type { HttpResult } from '#core/http/reply/result.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { streamOf } from '#test/support/bytes.ts';
import { manualClock } from '#test/support/manual-clock.ts';

const sixMegabytes = 6 * 1024 * 1024;

function eventOf(body = ''): APIGatewayProxyEventV2 {
  const http = { method: 'GET', sourceIp: '203.0.113.1' };
  return {
    headers: { host: 'h', connection: 'close', 'x-forwarded-for': '1.1.1.1', te: 'trailers' },
    rawPath: '/x',
    requestContext: { requestId: 'req_1', http },
    body,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}

function call(answer: () => Promise<Partial<HttpResult>> | Partial<HttpResult>, body?: string) {
  const clock = manualClock();
  const logs: unknown[] = [];
  const platform = { clock, log: (...line: unknown[]) => logs.push(line) } as unknown as Platform;
  const handler = async () => {
    const result = { statusCode: 200, headers: {}, body: '', isBase64Encoded: false };
    return { ...result, ...(await answer()) };
  };
  const called = invoke(handler as unknown as Handler, eventOf(body), platform);
  return { called, clock, logs };
}

/** Of the JSON around a body of plain letters. */
const frame = JSON.stringify({
  ...{ statusCode: 200, isBase64Encoded: false, headers: {}, body: '' },
}).length;
const failed = { statusCode: 500, body: '{"message":"Internal Server Error"}' };

describe('a function of the cloud', () => {
  it.each([
    ['an answer of 6 MB', 'x'.repeat(sixMegabytes - frame), 200],
    ['one byte more', 'x'.repeat(sixMegabytes - frame + 1), 500],
    ['half of it in quotes, which JSON writes with two bytes', '"'.repeat(sixMegabytes / 2), 500],
  ])('with %s', async (_name, body, status) => {
    const { called, logs } = call(() => ({ body }));
    expect((await called).statusCode).toBe(status);
    expect(logs).toHaveLength(status === 200 ? 0 : 1);
  });

  it('cannot stream, nor send headers of more than 10 kB', async () => {
    expect(await call(() => ({ body: streamOf(10) })).called).toMatchObject(failed);
    const headers = { 'x-long': 'x'.repeat(10_240) };
    expect(await call(() => ({ headers })).called).toMatchObject(failed);
  });

  it('sends no length of its own', async () => {
    const headers = { 'content-length': '10', etag: '"a"' };
    expect((await call(() => ({ headers })).called).headers).toEqual({ etag: '"a"' });
  });

  it('is not called with more than 6 MB', async () => {
    const { called } = call(() => ({}), 'x'.repeat(sixMegabytes));
    expect(await called).toMatchObject({
      statusCode: 413,
      body: '{"message":"Request Too Long"}',
    });
  });

  it('has 29 seconds', async () => {
    const inTime = Promise.withResolvers<Partial<HttpResult>>();
    const fast = call(() => inTime.promise);
    await fast.clock.advance(28_999);
    inTime.resolve({ body: 'in time' });
    expect((await fast.called).body).toBe('in time');
    expect(fast.clock.sleeping()).toBe(0);
    const slow = call(() => new Promise(() => {}));
    await slow.clock.advance(29_000);
    expect(await slow.called).toMatchObject(failed);
  });
});

it('an event has no headers about the connection, and the address that API Gateway saw', () => {
  expect(throughGateway(eventOf()).headers).toEqual({
    host: 'h',
    'x-forwarded-for': '203.0.113.1',
  });
});
