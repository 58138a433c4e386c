import { Failure, isFailure } from '../platform/failure.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { parseExactly } from './exact-json.ts';
import { nextPage } from './next-page.ts';
import { rateLimitWait } from './rate-limit.ts';
import { refusal } from './refusal.ts';
import type { ScmReply, ScmRequest, SendToScm } from './send.ts';

export interface ScmCall extends Partial<Omit<ScmRequest, 'body' | 'path'>> {
  /** Sent as JSON. */
  readonly body?: unknown;
  /**
   * Whether to send it again after a failure that leaves open whether it had an effect. Default: a
   * GET, what Options.repeats names, and what has `look`. A POST makes a second comment or review: only
   * a caller to whom that does no harm says true.
   */
  readonly mayRepeat?: boolean;
  /** Finds what an earlier attempt created, before the request is sent again; it is the answer then. */
  readonly look?: () => Promise<unknown>;
}

/** A code host's REST API. A status above 299 is the Failure of refusal(). */
export interface Scm {
  call(path: string, call?: ScmCall): Promise<ScmReply>;
  /** A JSON value; an integer beyond 2^53 is the text of its digits. */
  json(path: string, call?: ScmCall): Promise<unknown>;
  /** All elements of a list, page by page. */
  all(path: string, call?: ScmCall): Promise<unknown[]>;
  /** The pages of a list, each read when it is asked for. */
  pages(path: string, call?: ScmCall): AsyncIterable<unknown[]>;
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
  /** The pauses before a failed request is sent again. */
  readonly failedDelays?: readonly number[];
  /** `idempotent`: PUT, PATCH and DELETE are sent again as well. A repeated DELETE that finds nothing
   * has succeeded. */
  readonly repeats?: 'reads' | 'idempotent';
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Values to mask in messages, beside what has the form of a token. */
  readonly secrets?: readonly string[];
  /** Where a person corrects the token. */
  readonly tokenPlace?: string;
}

const defaults = {
  accept: 'application/vnd.github+json',
  timeoutMilliseconds: 60_000,
  maxBytes: 20 * 1024 * 1024,
};
const patience = 120_000;
const mostPages = 1_000;
const briefDelays = [1_000, 3_000];
/** Of a rate limit: with the doubled pauses of the host's rules more would never fit the patience. */
const mostRetries = 3;

export function scmClient({ clock, send }: Needs, options: Options = {}): Scm {
  const { patienceMilliseconds = patience, graphqlPath = '/graphql', signal } = options;
  const { failedDelays = briefDelays, repeats = 'reads' } = options;
  let calls = 0;

  async function call(
    path: string,
    { body, mayRepeat, look, ...rest }: ScmCall = {},
  ): Promise<ScmReply> {
    const request: ScmRequest = {
      ...{ method: 'GET', path, ...defaults, ...rest },
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const isRepeatable =
      mayRepeat ??
      (request.method === 'GET' ||
        look !== undefined ||
        (repeats === 'idempotent' && request.method !== 'POST'));
    const until = clock.now().getTime() + patienceMilliseconds;
    for (let tries = 0; ; tries += 1) {
      calls += 1;
      const reply = await attempt(request);
      const wait = pause(reply, tries, isRepeatable);
      if (wait !== undefined && clock.now().getTime() + wait <= until) {
        await clock.sleep(wait, signal);
        signal?.throwIfAborted();
        const result = await look?.();
        if (result === undefined) continue;
        return { status: 200, headers: {}, text: JSON.stringify(result) };
      }
      if (reply instanceof Failure) throw reply;
      if (reply.status < 300) return reply;
      if (tries > 0 && request.method === 'DELETE' && reply.status === 404) return reply;
      throw refusal(request, reply, rateLimitWait(reply, 0, clock.now()), options);
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

  /** What was refused for a rate limit had no effect, and is always repeated. */
  function pause(reply: ScmReply | Failure, tries: number, isRepeatable: boolean) {
    if (!(reply instanceof Failure)) {
      const limited = rateLimitWait(reply, tries, clock.now());
      if (limited !== undefined) return tries < mostRetries ? limited : undefined;
    }
    const failed =
      reply instanceof Failure
        ? reply.code === 'unreachable'
        : [500, 502, 503, 504].includes(reply.status);
    return failed && isRepeatable ? failedDelays[tries] : undefined;
  }

  async function* pages(path: string, callOf: () => ScmCall): AsyncGenerator<unknown[]> {
    let page: string | undefined = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
    for (let count = 0; page !== undefined && count < mostPages; count += 1) {
      const reply: ScmReply = await call(page, callOf());
      const list = parse(reply);
      if (!Array.isArray(list)) throw unreadable();
      yield list as unknown[];
      page = nextPage(reply.headers['link']);
    }
  }

  /** The time-out is that of all pages together. */
  async function all(path: string, options: ScmCall = {}): Promise<unknown[]> {
    const { timeoutMilliseconds: time = defaults.timeoutMilliseconds } = options;
    const end = clock.now().getTime() + time;
    const left = () => Math.max(1, end - clock.now().getTime());
    const found: unknown[] = [];
    for await (const page of pages(path, () => ({ ...options, timeoutMilliseconds: left() }))) {
      found.push(...page);
    }
    return found;
  }

  return {
    call,
    json: async (path, options) => parse(await call(path, options)),
    all,
    pages: (path, options = {}) => pages(path, () => options),
    async graphql(query, variables) {
      const body = { query, variables };
      const mayRepeat = !/^\s*mutation\b/.test(query);
      const answer = parse(await call(graphqlPath, { method: 'POST', body, mayRepeat }));
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
    return parseExactly(text);
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
