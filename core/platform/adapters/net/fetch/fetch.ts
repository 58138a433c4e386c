import { Failure, isFailure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Fetch, FetchReply, FetchRequest } from '../../../ports/fetch.ts';
import type { Log } from '../../../ports/log.ts';
import { withRetries } from '../../../retries.ts';
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

const defaultTimeoutMs = 30_000;
/** setTimeout fires at once for longer times. */
const maxTimerMs = 2 ** 31 - 1;
const defaultMaxBytes = 10 * 1024 * 1024;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

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

  async function send(hop: Hop, options: Parameters<typeof exchange>[1]): Promise<FetchReply> {
    const tell = (outcome: number | string) => {
      const { method, url } = hop;
      log('DEBUG', 'outbound request', { method, origin: url.origin, outcome });
    };
    try {
      const reply = await exchange(hop, options);
      tell(reply.status);
      return reply;
    } catch (error) {
      if (isFailure(error)) tell(error.code);
      throw error;
    }
  }

  return async (url, request = {}) => {
    const first = firstHop(url, request);
    const {
      timeoutMilliseconds = defaultTimeoutMs,
      idleMilliseconds,
      retries = 0,
      isOnce,
    } = request;
    const { maxWaitMilliseconds = timeoutMilliseconds, maxBytes = defaultMaxBytes } = request;
    const { cut = false, receive, redirects = 0 } = request;
    const idle = idleMilliseconds ?? timeoutMilliseconds;
    const deadline = startDeadline(timeoutMilliseconds, idle, request.signal);
    const { signal, goOn: onPart } = deadline;
    let hop = first;
    try {
      return await withRetries(
        clock,
        { retries, isOnce, maxWaitMilliseconds, signal },
        async () => {
          hop = first;
          for (let remaining = redirects; ; remaining -= 1) {
            const reply = await send(hop, { agents, maxBytes, cut, receive, signal, onPart });
            const next = remaining > 0 ? redirection(hop, reply) : undefined;
            if (!next) return reply;
            hop = next;
          }
        },
      );
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

function redirection(hop: Hop, reply: FetchReply): Hop | undefined {
  const { location } = reply.headers;
  if (location === undefined || !redirectStatuses.has(reply.status)) return undefined;
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
    setTimeout(end(milliseconds), Math.min(milliseconds, maxTimerMs));
  const timers = [start(whole), start(idle)] as const;
  return {
    signal: signal ? AbortSignal.any([controller.signal, signal]) : controller.signal,
    /** The limit that has passed. */
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
