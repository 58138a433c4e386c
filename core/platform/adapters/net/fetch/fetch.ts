import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Fetch, FetchReply, FetchRequest } from '#core/platform/ports/fetch.ts';
import type { Log } from '#core/platform/ports/log.ts';
import { addressGuard, type Resolve } from './addresses.ts';
import { fetchAgents } from './agents.ts';
import { BrokenDelivery, exchange } from './exchange.ts';
import { nextHop, parseHeaders, parseMethod, parseTarget, type Hop } from './request.ts';

export interface NetFetchOptions {
  /** Every request may reach private addresses. */
  readonly allowPrivate: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** PEM of further certificate authorities. */
  readonly certificates?: string;
  /** For tests. */
  readonly resolve?: Resolve;
  readonly isPublic?: (address: string) => boolean;
}

const defaultTimeout = 30_000;
/** setTimeout fires at once for longer times. */
const longestTimer = 2 ** 31 - 1;
const defaultMaxBytes = 10 * 1024 * 1024;
const retried = new Set([500, 502, 503, 504]);
const redirected = new Set([301, 302, 303, 307, 308]);

/** Every outbound HTTP call. Proxy variables are ignored: a proxy would connect to addresses that
 * were not checked. */
export function netFetch(options: NetFetchOptions): Fetch {
  const { clock, log, certificates } = options;
  const agents = fetchAgents(
    {
      checked: addressGuard(options),
      trusted: addressGuard({ ...options, allowPrivate: true }),
    },
    certificates,
  );

  return async (url, request = {}) => {
    let hop = firstHop(url, request);
    const {
      timeoutMilliseconds = defaultTimeout,
      maxBytes = defaultMaxBytes,
      cut = false,
    } = request;
    const { receive, idleMilliseconds: idle = timeoutMilliseconds } = request;
    const deadline = startDeadline(timeoutMilliseconds, idle, request.signal);
    const endsAt = clock.now().getTime() + timeoutMilliseconds;
    let retries = request.retries ?? 0;
    let redirects = request.redirects ?? 0;
    try {
      for (let tries = 0; ; tries += 1) {
        const outcome = await attempt(hop, {
          ...{ agents, maxBytes, cut, receive, signal: deadline.signal, onPart: deadline.goOn },
        });
        log('DEBUG', 'outbound request', {
          method: hop.method,
          origin: hop.url.origin,
          outcome: outcome instanceof Failure ? outcome.code : outcome.status,
        });
        if (retries > 0 && isWorthRetrying(outcome)) {
          const wait = pause(outcome, tries, clock.now());
          if (clock.now().getTime() + wait < endsAt) {
            retries -= 1;
            await clock.sleep(wait, deadline.signal);
            deadline.signal.throwIfAborted();
            continue;
          }
        }
        if (outcome instanceof Failure) throw outcome;
        const next = redirects > 0 ? redirection(hop, outcome) : undefined;
        if (!next) return outcome;
        redirects -= 1;
        hop = next;
      }
    } catch (error) {
      if (error instanceof BrokenDelivery) throw error.cause;
      if (isFailure(error)) throw error;
      throw interrupted(hop.url.host, deadline.milliseconds(), request.signal, error);
    } finally {
      deadline.clear();
    }
  };
}

function firstHop(url: string, request: FetchRequest): Hop {
  const { body } = request;
  return {
    url: parseTarget(url),
    method: parseMethod(request.method),
    headers: parseHeaders(request.headers ?? {}),
    body: typeof body === 'string' ? Buffer.from(body) : body,
    trusted: request.trusted ?? false,
    verifyTls: request.verifyTls ?? true,
  };
}

async function attempt(...parameters: Parameters<typeof exchange>): Promise<FetchReply | Failure> {
  try {
    return await exchange(...parameters);
  } catch (error) {
    if (isFailure(error)) return error;
    throw error;
  }
}

function isWorthRetrying(outcome: FetchReply | Failure): boolean {
  if (outcome instanceof Failure) return outcome.code === 'unreachable';
  const { status, headers } = outcome;
  return retried.has(status) || (status === 429 && headers['retry-after'] !== undefined);
}

/** The server's Retry-After, else exponential backoff from half a second, with jitter. */
function pause(outcome: FetchReply | Failure, tries: number, now: Date): number {
  const retryAfter = outcome instanceof Failure ? undefined : outcome.headers['retry-after'];
  if (retryAfter !== undefined) {
    const wait = /^\d{1,9}$/.test(retryAfter)
      ? Number(retryAfter) * 1_000
      : Date.parse(retryAfter) - now.getTime();
    if (Number.isFinite(wait)) return Math.max(0, wait);
  }
  return 500 * 2 ** Math.min(tries, 6) * (0.5 + Math.random() / 2);
}

function redirection(hop: Hop, reply: FetchReply): Hop | undefined {
  const { location } = reply.headers;
  if (location === undefined || !redirected.has(reply.status)) return undefined;
  try {
    return nextHop(hop, reply.status, location);
  } catch {
    throw new Failure('upstream', 'bad_redirect', `${hop.url.host} redirects to an unusable URL`);
  }
}

/** The deadline covers connecting, retries, redirects and the whole body; the shorter one is
 * extended by each part of a body that is received. */
function startDeadline(whole: number, idle: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  let passed = whole;
  const end = (milliseconds: number) => () => {
    passed = milliseconds;
    controller.abort();
  };
  const start = (milliseconds: number) =>
    setTimeout(end(milliseconds), Math.min(milliseconds, longestTimer));
  const timers = [start(whole), start(idle)] as const;
  return {
    signal: signal ? AbortSignal.any([controller.signal, signal]) : controller.signal,
    /** Of the limit that has passed. */
    milliseconds: () => passed,
    goOn: () => void timers[1].refresh(),
    clear: () => timers.forEach(clearTimeout),
  };
}

function interrupted(
  host: string,
  milliseconds: number,
  signal: AbortSignal | undefined,
  cause: unknown,
): Failure {
  if (signal?.aborted) return new Failure('upstream', 'aborted', `Request to ${host} aborted`);
  const text = `${host} did not answer in ${milliseconds / 1_000} s`;
  return new Failure('upstream', 'timed_out', text, { cause });
}
