import { inspect } from 'node:util';
import { Failure, type FailureKind } from '#core/platform/failure.ts';
import type { Log } from '#core/platform/ports/log.ts';
import { json, type Reply } from './reply.ts';

// The one place that turns a failure into a status.
const statusOf: Record<FailureKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  precondition: 412,
  'too-large': 413,
  range: 416,
  unprocessable: 422,
  unfinished: 202,
  'too-many': 429,
  configuration: 500,
  upstream: 502,
  unavailable: 503,
};

/** An outage of a store is over soon, or lasts. */
const retrySeconds = '2';

/** The name of the text in an error body: `detail`, or `error` in the agent's interface. */
export type ErrorKey = 'detail' | 'error';

export function errorReply(error: unknown, id: string, key: ErrorKey, log: Log): Reply {
  if (!(error instanceof Failure)) {
    log('ERROR', 'request failed', { request_id: id, error: stackOf(error) });
    return json(500, { [key]: 'Internal server error', request_id: id });
  }
  const status = statusOf[error.kind];
  if (status >= 500) {
    const cause = error.cause === undefined ? undefined : stackOf(error.cause);
    log('ERROR', error.message, { request_id: id, code: error.code, cause });
  }
  // Only the operator reads about a wrong setting, in the log.
  if (status === 500) return json(500, { [key]: 'Internal server error', request_id: id });
  const size = error.kind === 'range' ? error.extra['size'] : undefined;
  const headers =
    typeof size === 'number'
      ? { 'content-range': `bytes */${size}` }
      : ((error.extra['headers'] as Record<string, string> | undefined) ??
        (error.kind === 'unavailable' ? { 'retry-after': retrySeconds } : undefined));
  const extra = Object.fromEntries(
    Object.entries(error.extra).filter(([name]) => name !== 'headers'),
  );
  return json(status, { [key]: error.message, ...extra }, headers ? { headers } : {});
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
}
