import type { Writable } from 'node:stream';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Failure } from '#core/platform/failure.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import { within } from '#core/platform/within.ts';
import type { Handler } from './endpoint.ts';
import { errorReply } from './reply/errors.ts';
import type { HostContext } from './request/host-context.ts';
import { requestOf } from './request/request.ts';
import { resultOf, type HttpResult } from './reply/result.ts';

/** A handler of a function URL with a streamed response; see streamedFrom(). */
export type StreamedFunction = (
  event: APIGatewayProxyEventV2,
  stream: Writable,
  context?: HostContext,
) => Promise<void>;

/** How long to wait for the handler's own status. */
const handlerTimeoutMs = 5_000;
/** Shorter than the idle timeout of any proxy on the way. */
const whitespaceMilliseconds = 15_000;

const lateHead = {
  statusCode: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  },
};

/**
 * The same POST route for answers that take longer than API Gateway waits (30 s). A handler file
 * exports it beside `handler`: `export const streamed = streamedFrom(handler)`.
 *
 * An answer within 5 seconds is sent unchanged. A later one has status 200 and white space before
 * its JSON; its own status, cookies and headers are lost, so a late error shows only in its body,
 * `{"detail": …}`. A function URL matches neither path nor method: other methods than POST are
 * refused here, and routes with path parameters cannot be streamed.
 */
export function streamedFrom(handler: Handler): StreamedFunction {
  const run: StreamedFunction = async (event, stream, context = {}) => {
    // The work is finished even if the client has closed the connection.
    stream.on('error', () => {});
    const answered = answer(handler, event, context);
    const ended = new AbortController();
    try {
      const clock = await clockOf(context);
      const early = clock ? await within(clock, handlerTimeoutMs, answered) : await answered;
      if (early) return await send(early, stream, headOf(early));
      const out = begin(stream, { ...lateHead, headers: { ...lateHead.headers, ...idOf(event) } });
      if (clock) void keepAwake(out, clock, ended.signal);
      const late = await answered;
      // The client parses JSON: an empty body is none.
      await finish(out, late.body === '' ? 'null' : bodyOf(late));
    } finally {
      ended.abort();
    }
  };
  // Only the Lambda runtime has this function; the AWS SDK makes the global everywhere.
  return typeof awslambda === 'undefined' || !('streamifyResponse' in awslambda)
    ? run
    : (awslambda.streamifyResponse(run as never) as unknown as StreamedFunction);
}

async function answer(handler: Handler, event: APIGatewayProxyEventV2, context: HostContext) {
  const request = requestOf(event, context);
  // A late answer has no headers, so it cannot be compressed.
  const { 'accept-encoding': _accepted, ...headers } = event.headers;
  if (request.method === 'POST') return handler({ ...event, headers }, context);
  const failure = new Failure('method', 'wrong_method', 'Method Not Allowed', {
    extra: { headers: { allow: 'POST' } },
  });
  return resultOf(
    request,
    errorReply(failure, request.id, 'detail', () => {}),
    context,
  );
}

/** Undefined: the platform does not open, and the handler answers with that error at once. */
async function clockOf({ lantern }: HostContext): Promise<Clock | undefined> {
  const platform = lantern?.platform ?? (await openPlatform().catch(() => undefined));
  return platform?.clock;
}

async function keepAwake(out: Writable, clock: Clock, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && !out.destroyed) {
    // The first write sends the head.
    out.write(' ');
    await clock.sleep(whitespaceMilliseconds, ended);
  }
}

async function send(result: HttpResult, stream: Writable, head: Record<string, unknown>) {
  const out = begin(stream, head);
  // The first write sends the head, even an empty one.
  out.write('');
  await finish(out, bodyOf(result));
}

function begin(stream: Writable, head: Record<string, unknown>): Writable {
  return awslambda.HttpResponseStream.from(stream, head);
}

/** Resolves also when the client has disconnected, which end() reports as an error. */
function finish(out: Writable, body: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => out.end(body, () => resolve()));
}

function headOf({ statusCode, headers, cookies }: HttpResult): Record<string, unknown> {
  return { statusCode, headers, ...(cookies && { cookies }) };
}

function idOf(event: APIGatewayProxyEventV2) {
  return { 'x-request-id': event.requestContext.requestId };
}

/** Lambda never gets a body that is a stream. */
function bodyOf({ body, isBase64Encoded }: HttpResult): string | Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (typeof body !== 'string') throw new Error('A streamed route answers with a whole body');
  return isBase64Encoded ? Buffer.from(body, 'base64') : body;
}
