import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import { withRetries } from '#core/platform/retries.ts';
import { parseExactly } from './exact-json.ts';
import { refusal } from './refusal.ts';
import { textReply, type ScmRequest, type SendToScm } from './send.ts';

export interface ScmCall<S = z.ZodMiniType> extends Partial<Omit<ScmRequest, 'body' | 'path'>> {
  /** What the JSON, or each element of a list, has to look like. */
  readonly shape?: S;
  /** Sent as JSON. */
  readonly body?: unknown;
  /**
   * Whether to send it again after a failure that leaves open whether it had an effect. Default: all
   * but a POST without `look`, which may make a second comment or review. A repeated DELETE that finds
   * nothing has succeeded.
   */
  readonly mayRepeat?: boolean;
  /** Finds what an earlier attempt created, before the request is sent again; it is the answer then. */
  readonly look?: () => Promise<unknown>;
}

/** A code host's REST API. A status above 299 is the Failure of refusal(). */
export interface Scm {
  call(path: string, call?: ScmCall): Promise<FetchReply>;
  /** A JSON value; an integer beyond 2^53 is the text of its digits. */
  json<S extends z.ZodMiniType>(path: string, call?: ScmCall<S>): Promise<z.output<S>>;
  /** All elements of a list, page by page. The list may be the one of an object. */
  all<S extends z.ZodMiniType>(path: string, call?: ScmCall<S>): Promise<z.output<S>[]>;
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
  /** The path of the GraphQL API, or its URL on the same host. */
  readonly graphqlPath?: string;
  /** Further attempts; default 4. */
  readonly retries?: number;
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
const maxWaitMilliseconds = 120_000;
const maxPages = 1_000;
/** Then twice as long after each: 2, 4, 8 and 16 s. */
const firstPauseMilliseconds = 2_000;

export function scmClient({ clock, send }: Needs, options: Options = {}): Scm {
  const { retries = 4, graphqlPath = '/graphql', signal } = options;
  let calls = 0;

  async function call(path: string, parts: ScmCall = {}): Promise<FetchReply> {
    const { body, mayRepeat, look, shape: _, ...rest } = parts;
    const request: ScmRequest = {
      method: 'GET',
      path,
      ...defaults,
      ...rest,
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const isOnce = !(mayRepeat ?? (request.method !== 'POST' || look !== undefined));
    let wasSentBefore = false;
    const reply = await withRetries(
      clock,
      { retries, isOnce, firstPauseMilliseconds, maxWaitMilliseconds, signal },
      async (tries) => {
        wasSentBefore = tries > 0;
        const result = wasSentBefore ? await look?.() : undefined;
        if (result !== undefined) return textReply(JSON.stringify(result));
        calls += 1;
        return send(request);
      },
    );
    const isDeleted = wasSentBefore && request.method === 'DELETE' && reply.status === 404;
    if (reply.status < 300 || isDeleted) return reply;
    throw refusal(request, reply, clock.now(), options);
  }

  async function* pages(path: string, callOf: () => ScmCall): AsyncGenerator<unknown[]> {
    let page: string | undefined = `${path}${path.includes('?') ? '&' : '?'}per_page=100`;
    for (let count = 0; page !== undefined && count < maxPages; count += 1) {
      const reply: FetchReply = await call(page, callOf());
      const list = listIn(parse(reply));
      if (!list) throw unreadable();
      yield list;
      page = nextPage(reply.headers['link']);
    }
  }

  /** The time-out is that of all pages together. */
  async function all<S extends z.ZodMiniType>(path: string, options: ScmCall<S> = {}) {
    const { timeoutMilliseconds: time = defaults.timeoutMilliseconds } = options;
    const end = clock.now().getTime() + time;
    const rest = () => ({
      ...options,
      timeoutMilliseconds: Math.max(1, end - clock.now().getTime()),
    });
    const entries = (await Array.fromAsync(pages(path, rest))).flat();
    return entries.map((entry) => shaped(entry, options.shape));
  }

  return {
    call,
    json: async (path, options) => shaped(parse(await call(path, options)), options?.shape),
    all,
    pages: (path, options = {}) => pages(path, () => options),
    async graphql(query, variables) {
      const body = { query, variables };
      const mayRepeat = !/^\s*mutation\b/.test(query);
      const answer = parse(await call(graphqlPath, { method: 'POST', body, mayRepeat }));
      const { data, errors } = (answer ?? {}) as { data?: unknown; errors?: unknown };
      if (data !== undefined && data !== null && errors === undefined) return data;
      const extra = { errors };
      throw new Failure('upstream', 'graphql', 'The code host refused the query', { extra });
    },
    calls: () => calls,
  };
}

function listIn(page: unknown): unknown[] | undefined {
  const values = typeof page === 'object' && page !== null ? Object.values(page) : [];
  return (Array.isArray(page) ? page : values.find(Array.isArray)) as unknown[] | undefined;
}

function parse(reply: FetchReply): unknown {
  try {
    return parseExactly(reply.text());
  } catch {
    throw unreadable();
  }
}

function unreadable(place = ''): Failure {
  const message = `The code host gave an unexpected answer${place && `: ${place}`}`;
  return new Failure('upstream', 'unreadable', message);
}

/** The Failure names the first field that has another form. */
export function shaped<S extends z.ZodMiniType>(value: unknown, shape?: S): z.output<S> {
  const { data, error } = shape?.safeParse(value) ?? { data: value };
  if (!error) return data as z.output<S>;
  throw unreadable(error.issues[0]?.path.join('.'));
}

/** The URL with rel="next" in a Link header (RFC 8288). Undefined: the last page. */
export function nextPage(link: string | undefined): string | undefined {
  for (const [, url, parameters = ''] of (link ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s{0,9}rel="?next"?(?![\w-])/i.test(parameters)) return url;
  }
  return undefined;
}
