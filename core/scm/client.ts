import { Failure, isFailure } from '../platform/failure.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { nextPage } from './next-page.ts';
import { rateLimitWait } from './rate-limit.ts';
import { refusal } from './refusal.ts';
import type { ScmReply, ScmRequest, SendToScm } from './send.ts';

export interface ScmCall extends Partial<Omit<ScmRequest, 'body' | 'path'>> {
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A code host's REST API. A status above 299 is the Failure of refusal(). */
export interface Scm {
  call(path: string, call?: ScmCall): Promise<ScmReply>;
  /** A JSON value. */
  json(path: string, call?: ScmCall): Promise<unknown>;
  /** All elements of a list, page by page. */
  all(path: string, call?: ScmCall): Promise<unknown[]>;
  /** The `data` of an answer of the GraphQL API. */
  graphql(query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Requests that were sent, repeated ones included. */
  calls(): number;
}

interface Needs {
  readonly clock: Clock;
  readonly send: SendToScm;
}

interface Options {
  /** The longest wait for a rate limit; a longer one is Failure('too-many', 'rate_limited'). */
  readonly patienceMilliseconds?: number;
  /** The path of the GraphQL API, or its URL on the same host. */
  readonly graphqlPath?: string;
}

const defaults = {
  accept: 'application/vnd.github+json',
  timeoutMilliseconds: 60_000,
  maxBytes: 20 * 1024 * 1024,
};
const patience = 120_000;
const mostPages = 1_000;
const failedDelays = [1_000, 3_000];
/** Of a rate limit: with the doubled pauses of the host's rules more would never fit the patience. */
const mostRetries = 3;

export function scmClient({ clock, send }: Needs, options: Options = {}): Scm {
  const { patienceMilliseconds = patience, graphqlPath = '/graphql' } = options;
  let calls = 0;

  async function call(path: string, { body, ...rest }: ScmCall = {}): Promise<ScmReply> {
    const request: ScmRequest = {
      ...{ method: 'GET', path, ...defaults, ...rest },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const until = clock.now().getTime() + patienceMilliseconds;
    for (let tries = 0; ; tries += 1) {
      calls += 1;
      const reply = await attempt(request);
      const wait = pause(request, reply, tries);
      if (wait !== undefined && clock.now().getTime() + wait <= until) {
        await clock.sleep(wait);
        continue;
      }
      if (reply instanceof Failure) throw reply;
      if (reply.status < 300) return reply;
      throw refusal(request, reply, rateLimitWait(reply, 0, clock.now()));
    }
  }

  async function attempt(request: ScmRequest): Promise<ScmReply | Failure> {
    try {
      return await send(request);
    } catch (error) {
      if (isFailure(error)) return error;
      throw error;
    }
  }

  /** A request that changes something is repeated only when it was refused, not when it may have
   * succeeded. */
  function pause({ method }: ScmRequest, reply: ScmReply | Failure, tries: number) {
    if (!(reply instanceof Failure)) {
      const limited = rateLimitWait(reply, tries, clock.now());
      if (limited !== undefined) return tries < mostRetries ? limited : undefined;
    }
    const failed =
      reply instanceof Failure
        ? reply.code === 'unreachable'
        : [502, 503, 504].includes(reply.status);
    return failed && method === 'GET' ? failedDelays[tries] : undefined;
  }

  /** The time-out is that of all pages together. */
  async function all(path: string, options: ScmCall = {}): Promise<unknown[]> {
    const { timeoutMilliseconds: time = defaults.timeoutMilliseconds } = options;
    const end = clock.now().getTime() + time;
    const found: unknown[] = [];
    let page: string | undefined = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
    for (let count = 0; page !== undefined && count < mostPages; count += 1) {
      const timeoutMilliseconds = Math.max(1, end - clock.now().getTime());
      const reply: ScmReply = await call(page, { ...options, timeoutMilliseconds });
      const list = parse(reply);
      if (!Array.isArray(list)) throw unreadable();
      found.push(...(list as unknown[]));
      page = nextPage(reply.headers['link']);
    }
    return found;
  }

  return {
    call,
    json: async (path, options) => parse(await call(path, options)),
    all,
    async graphql(query, variables) {
      const body = { query, variables };
      const answer = parse(await call(graphqlPath, { method: 'POST', body }));
      const { data, errors } = (answer ?? {}) as { data?: unknown; errors?: unknown };
      if (data !== undefined && data !== null && errors === undefined) return data;
      throw new Failure('upstream', 'graphql', 'The code host refused the query', {
        extra: { errors },
      });
    },
    calls: () => calls,
  };
}

function parse({ text }: ScmReply): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable();
  }
}

function unreadable(): Failure {
  return new Failure(
    'upstream',
    'unreadable',
    'The code host gave an answer that is not as expected',
  );
}
