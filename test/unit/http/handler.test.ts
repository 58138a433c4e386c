import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { endpoints } from '#core/http/endpoint.ts';
import { bytes, html, json } from '#core/http/reply/reply.ts';
import { Failure, type FailureKind } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { streamOf } from '#test/support/bytes.ts';

const endpoint = endpoints({
  errorKey: 'detail',
  identify: async () => ({ caller: undefined }),
  access: { public: {} },
});
const shared = { summary: '', access: 'public', replies: {} } as const;
const platform = { log: () => {}, environment: {} } as unknown as Platform;

function event(more: Partial<APIGatewayProxyEventV2> = {}, method = 'GET') {
  return {
    headers: {},
    rawPath: '/',
    rawQueryString: '',
    requestContext: { requestId: 'req_1', http: { method, sourceIp: '203.0.113.1' } },
    isBase64Encoded: false,
    ...more,
  } as APIGatewayProxyEventV2;
}

describe('a handler behind API Gateway, which cannot stream', () => {
  const stream = (size: number) =>
    endpoint({ ...shared, run: () => bytes('text/plain', streamOf(size)) });

  it('collects a stream as base64', async () => {
    const result = await stream(200_000)(event(), { lantern: { platform } });
    expect(result.isBase64Encoded).toBe(true);
    const body = Buffer.from(result.body as string, 'base64');
    expect([body.length, body[0], body[199_999]]).toEqual([200_000, 0, 3]);
  });

  it('refuses a stream beyond what the cloud carries, as a Failure', async () => {
    const result = await stream(5_000_000)(event(), { lantern: { platform } });
    expect([result.statusCode, result.body]).toEqual([
      413,
      '{"detail":"The answer is too large for this route"}',
    ]);
    expect(result.headers['x-request-id']).toBe('req_1');
  });

  it.each([
    ['a text as it is', 'ü'.repeat(1000), 200, false],
    [
      'a long one, of which JSON could make three times as much, as base64',
      '"'.repeat(3e6),
      200,
      true,
    ],
    ['one of more than 4.4 MB not at all', 'x'.repeat(4_400_001), 413, false],
  ])('carries %s', async (_name, text, status, isBase64Encoded) => {
    const handler = endpoint({ ...shared, run: () => bytes('text/plain', text) });
    const result = await handler(event(), { lantern: { platform } });
    expect([result.statusCode, result.isBase64Encoded]).toEqual([status, isBase64Encoded]);
    if (status !== 200) return;
    const body = Buffer.from(result.body as string, isBase64Encoded ? 'base64' : 'utf8');
    expect(body.toString() === text).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(6 * 1024 * 1024);
  });

  it('does not believe X-Forwarded-User when no gateway of ours stands in front (S13)', async () => {
    const handler = endpoint({
      ...shared,
      run: ({ request }) => json(200, { user: request.headers['x-forwarded-user'] ?? null }),
    });
    const told = event({ headers: { 'x-forwarded-user': 'someone' } });
    const ours = await handler(told, { lantern: { platform } });
    expect(ours.body).toBe('{"user":"someone"}');
    // Without a host the platform would be AWS's, which this never asks for anything.
    vi.stubEnv('LANTERN_TABLE', 'none');
    vi.stubEnv('LANTERN_BUCKET', 'none');
    expect((await handler(told)).body).toBe('{"user":null}');
    vi.unstubAllEnvs();
  });
});

describe('a failure of a route that explains failures', () => {
  const page = () =>
    endpoint({ ...shared, explain, run: () => bytes('text/plain', streamOf(5e6)) });
  const explain = async (failure: Failure) => {
    if (failure.kind === 'conflict') throw new Error('no page for this');
    return html(404, `<p>${failure.message.repeat(1000)}</p>`);
  };
  const failing = (kind: FailureKind) => ({
    ...shared,
    explain,
    run: () => {
      throw new Failure(kind, 'x', 'No such page');
    },
  });

  it('is a page, compressed like others', async () => {
    const zipped = event({ headers: { 'accept-encoding': 'gzip' } });
    const result = await endpoint(failing('missing'))(zipped, { lantern: { platform } });
    expect(result.statusCode).toBe(404);
    expect(result.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  });

  it.each([
    ['the page cannot be made', endpoint(failing('conflict')), 500],
    ['the reply cannot be sent', page(), 413],
  ])('is not a page where %s', async (_name, handler, status) => {
    const { statusCode, headers } = await handler(event(), { lantern: { platform } });
    expect(statusCode).toBe(status);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('has no page when the service is set up wrongly, and run() is not called', async () => {
    let runs = 0;
    const wrong = endpoints({
      errorKey: 'detail',
      identify: async () => ({ caller: undefined }),
      access: { public: {} },
      headers: () => {
        throw new Failure('configuration', 'bad_setting', 'WRONG');
      },
    });
    const handler = wrong({ ...shared, explain, run: () => json(200, (runs += 1)) });
    const { statusCode, body } = await handler(event(), { lantern: { platform } });
    const text = '{"detail":"Internal server error","request_id":"req_1"}';
    expect([statusCode, body, runs]).toEqual([500, text, 0]);
  });
});

describe('who may call', () => {
  const order: string[] = [];
  const guarded = endpoints({
    errorKey: 'detail',
    identify: async () => {
      order.push('identify');
      return { caller: 'someone', cookies: ['renewed=1'] };
    },
    access: {
      checked: {
        first: () => void order.push('first'),
        afterValidation: () => void order.push('after'),
      },
      open: { everyone: 'anybody' },
    },
  });

  it('is asked before the body and again after it', async () => {
    const handler = guarded({
      ...shared,
      access: 'checked',
      body: z.object({ a: z.string() }),
      run: ({ caller, body }) => json(200, { caller, body }),
    });
    const good = await handler(event({ body: '{"a":"b"}' }, 'POST'), { lantern: { platform } });
    expect(good.body).toBe('{"caller":"someone","body":{"a":"b"}}');
    expect(good.cookies).toEqual(['renewed=1']);
    expect(order.splice(0)).toEqual(['identify', 'first', 'after']);
    const bad = await handler(event({ body: '{}' }, 'POST'), { lantern: { platform } });
    expect(bad.statusCode).toBe(422);
    expect(order.splice(0)).toEqual(['identify', 'first']);
  });
});
