import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { readExtraCertificates } from '#core/platform/adapters/net/fetch/certificates.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { FetchReply, FetchRequest } from '#core/platform/ports/fetch.ts';
import { isLoopback } from '#core/platform/settings.ts';
import { readHttpUrl, withoutSlashes } from '#core/text/url.ts';
import { usage } from './group.ts';
import { plain } from './plain.ts';

export interface ServerRequest extends Pick<FetchRequest, 'headers' | 'retries' | 'receive'> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A URL is an address elsewhere: it is not told who asks. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Bytes, or data that is sent as JSON. */
  readonly body?: object;
  /** A status that is an answer too. */
  readonly accepts?: number;
}

export interface ServerClient {
  readonly server: string;
  /** The answer as JSON. A refusal of the server becomes a Failure with its message. */
  ask<Answer>(request: ServerRequest): Promise<Answer>;
  /** The answer as it is. */
  load(request: ServerRequest): Promise<FetchReply>;
}

interface Options {
  readonly server: string;
  /** Who asks. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly verifyTls?: boolean;
  /** The variable or option that names a server. */
  readonly variable: string;
  /** Where an error has its text; `detail` unless told. */
  readonly errorKey?: 'detail' | 'error';
  /** What to say about a refusal. */
  readonly explain: (status: number, detail: string) => string;
}

/** A result has the XML of its input. */
const maxBytes = 512 * 1024 * 1024;
/** An answer may have to wait for a function to start, or for a model that writes a preview. */
const timeoutMs = 15 * 60_000;

export function serverClient(variables: Environment, options: Options): ServerClient {
  const { server, headers: identity, verifyTls = true, variable, explain } = options;
  const { errorKey = 'detail' } = options;
  const certificates = readExtraCertificates(variables);
  const fetch = netFetch({
    // The user names the server, and it its upload addresses.
    allowPrivate: true,
    clock: systemClock(),
    log: () => {},
    ...(certificates !== undefined && { certificates }),
  });

  async function reach(url: string, request: FetchRequest): Promise<FetchReply> {
    try {
      return await fetch(url, request);
    } catch (error) {
      if (!isFailure(error, 'upstream', 'unreachable') || !isHere(server)) throw error;
      const help = `Run npm start to start the services of this folder, or choose another server with ${variable}.`;
      throw new Failure('upstream', 'unreachable', `${error.message}. ${help}`);
    }
  }

  async function load({ path, query = {}, body, ...request }: ServerRequest): Promise<FetchReply> {
    const { accepts, headers, ...others } = request;
    const isElsewhere = readHttpUrl(path) !== undefined;
    const set = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
    const search = set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`;
    const isData = body !== undefined && !(body instanceof Uint8Array);
    const reply = await reach(isElsewhere ? path : server + path + search, {
      ...others,
      timeoutMilliseconds: timeoutMs,
      maxBytes,
      redirects: 3,
      verifyTls: verifyTls || isElsewhere,
      headers: {
        accept: 'application/json',
        ...(!isElsewhere && identity),
        ...headers,
        ...(isData && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isData ? JSON.stringify(body) : body }),
    });
    const { status } = reply;
    // Nothing was changed: the analysis has not ended.
    const isTooEarly = status === 202 && 'detail' in json(reply);
    if (status === accepts || (status < 300 && !isTooEarly)) return reply;
    const { [errorKey]: detail } = json(reply) as Readonly<Record<string, unknown>>;
    // Another form of error is probably from a proxy.
    const text = typeof detail === 'string' ? detail : `The server answered ${status}`;
    const message = explain(status, plain(text).slice(0, 4_000));
    throw new Failure('forbidden', `status_${status}`, message);
  }

  return {
    server,
    load,
    ask: async <Answer>(request: ServerRequest) => json(await load(request)) as Answer,
  };
}

export function readServer(text: string): string {
  const url = readHttpUrl(text);
  if (!url || url.username !== '' || url.password !== '') {
    throw usage('The address of the server must be a URL such as https://lantern.example');
  }
  return withoutSlashes(text.replace(/[?#].*$/s, ''));
}

/** `localKey`: the key of the server in this folder, which is sent to this machine only. */
export function keyHeader(server: string, key: string | undefined, localKey?: string) {
  const bearer = key ?? (isHere(server) ? localKey : undefined);
  return bearer ? { authorization: `Bearer ${bearer}` } : undefined;
}

function isHere(server: string): boolean {
  return isLoopback(new URL(server).hostname.replace(/^\[|\]$/g, ''));
}

/** An array is an object too. */
function json(reply: FetchReply): object {
  try {
    const value: unknown = JSON.parse(reply.text());
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // A proxy answers with a page.
  }
  if (reply.status >= 300) return {};
  throw new Failure('upstream', 'bad_answer', `HTTP ${reply.status}: The answer is not JSON`);
}
