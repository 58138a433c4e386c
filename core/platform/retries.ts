import { Failure, isFailure } from './failure.ts';
import type { Clock } from './ports/clock.ts';
import type { FetchReply } from './ports/fetch.ts';

// The one policy for requests to other systems: what is sent again, and when.

/** When a host names no time; doubled with each attempt. */
const unnamedWaitMilliseconds = 60_000;
const failureStatuses = new Set([500, 502, 503, 504]);

type Reply = Pick<FetchReply, 'status' | 'headers' | 'text'>;

interface Retries {
  /** Further attempts after a connection error, 500, 502, 503, 504 and a refusal for a rate limit. */
  readonly retries: number;
  /** Only what was refused for a rate limit is sent again: it had no effect. */
  readonly isOnce?: boolean | undefined;
  /** Doubled with each attempt, unless the host names a time. Default 500. */
  readonly firstPauseMilliseconds?: number | undefined;
  /** The longest wait in all: beyond it the last outcome counts. */
  readonly maxWaitMilliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Calls `send` with 0, 1 … until it succeeds or the policy ends. Gives or throws its last outcome. */
export async function withRetries<Answer extends Reply>(
  clock: Clock,
  retries: Retries,
  send: (tries: number) => Promise<Answer>,
): Promise<Answer> {
  const until = clock.now().getTime() + retries.maxWaitMilliseconds;
  for (let tries = 0; ; tries += 1) {
    const outcome = await send(tries).catch((error: unknown) => {
      if (isFailure(error)) return error;
      throw error;
    });
    const now = clock.now();
    const pause = tries < retries.retries ? pauseAfter(outcome, tries, now, retries) : undefined;
    if (pause === undefined || now.getTime() + pause > until) {
      if (outcome instanceof Failure) throw outcome;
      return outcome;
    }
    await clock.sleep(pause, retries.signal);
    retries.signal?.throwIfAborted();
  }
}

function pauseAfter(
  outcome: Reply | Failure,
  tries: number,
  now: Date,
  { isOnce = false, firstPauseMilliseconds = 500 }: Retries,
): number | undefined {
  const backoff = firstPauseMilliseconds * 2 ** tries;
  if (outcome instanceof Failure) {
    return outcome.code === 'unreachable' && !isOnce ? backoff : undefined;
  }
  const limited = rateLimitWait(outcome, now, tries);
  if (limited !== undefined) return limited;
  if (isOnce || !failureStatuses.has(outcome.status)) return undefined;
  return retryAfter(outcome, now) ?? backoff;
}

/**
 * The milliseconds to wait after an answer that refuses for a rate limit; undefined: it does not. For
 * the 403 see docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
export function rateLimitWait(reply: Reply, now: Date, tries = 0): number | undefined {
  const { status, headers } = reply;
  if (status !== 403 && status !== 429) return undefined;
  const hostWait = retryAfter(reply, now);
  if (hostWait !== undefined) return hostWait;
  const reset = headers['x-ratelimit-reset'] ?? '';
  if (headers['x-ratelimit-remaining'] === '0' && /^\d{1,12}$/.test(reset)) {
    return Math.max(0, Number(reset) * 1_000 - now.getTime()) + 1_000;
  }
  const isLimited = status === 429 || /secondary rate limit|abuse detection/i.test(reply.text());
  return isLimited ? unnamedWaitMilliseconds * 2 ** tries : undefined;
}

/** Seconds or a date. At least a second: a host that says 0 is not asked in a tight loop. */
function retryAfter({ headers }: Reply, now: Date): number | undefined {
  const text = headers['retry-after'] ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) ? Math.max(1_000, wait) : undefined;
}

/** For people; undefined: the answer does not refuse for a rate limit. */
export function whenToTryAgain(reply: Reply, now: Date): string | undefined {
  const wait = rateLimitWait(reply, now);
  return wait === undefined ? undefined : `try again in ${Math.ceil(wait / 1_000)} s`;
}

/** Whether the same request may succeed later. */
export function isBusy(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}
