import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { readExtraCertificates } from '#core/platform/adapters/net/fetch/certificates.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { Failure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import { plain } from '../line/plain.ts';
import type { Shell } from '../line/shell.ts';
import type { Server } from './profile/choose-server.ts';
import { sessionOf } from './profile/sessions.ts';

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request whose connection was lost is sent again. */
  readonly retries?: number;
  /** A status that is an answer too. */
  readonly accepts?: number;
}

export interface Upload {
  readonly upload_id: string;
  readonly url: string;
  readonly method: string;
}

export interface Client {
  readonly server: Server;
  /** The answer. A refusal becomes a Failure with its status and message. */
  load(request: Asked): Promise<FetchReply>;
  /** The answer as JSON. */
  ask<Answer>(request: Asked): Promise<Answer>;
  /** Sends a file to the address that the service gave, which may be at another origin. */
  send(upload: Upload, file: Uint8Array): Promise<void>;
}

/** A result has the XML of its input. */
const maxBytes = 512 * 1024 * 1024;
/** An answer may have to wait for a function to start, or for a model that writes a preview. */
const timeoutMs = 15 * 60_000;

export function analysisClient(server: Server, { variables }: Pick<Shell, 'variables'>): Client {
  const { url, settings } = server;
  const certificates = readExtraCertificates(variables);
  const fetch = netFetch({
    // The user names the server, and it its upload addresses.
    allowPrivate: true,
    clock: systemClock(),
    log: () => {},
    ...(certificates !== undefined && { certificates }),
  });
  const common = { timeoutMilliseconds: timeoutMs, maxBytes, trusted: true };
  const verifyTls = settings.no_verify_ssl !== true;

  async function load({ path, query = {}, ...request }: Asked): Promise<FetchReply> {
    const { method = 'GET', body, headers = {}, retries = 0, accepts } = request;
    const set = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
    const search = set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`;
    const reply = await fetch(url + path + search, {
      ...common,
      verifyTls,
      method,
      retries,
      redirects: 3,
      headers: {
        accept: 'application/json',
        ...identityHeaders(server, variables),
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Nothing was changed, because the analysis has not ended.
    const isTooEarly = reply.status === 202 && 'detail' in json(reply);
    if (reply.status === accepts || (reply.status < 300 && !isTooEarly)) return reply;
    throw refused(reply);
  }

  return {
    server,
    load,
    ask: async <Answer>(request: Asked) => json(await load(request)) as Answer,
    async send({ upload_id, url: address, method }, file) {
      // A presigned address has its signature in the query; another one is the service's own, which
      // this machine may know by another name.
      const isPresigned = address.includes('?');
      const href = isPresigned ? address : `${url}/uploads/${encodeURIComponent(upload_id)}`;
      const request = isPresigned
        ? common
        : { ...common, verifyTls, headers: identityHeaders(server, variables) };
      const reply = await fetch(href, { ...request, method, body: file });
      if (reply.status >= 300) throw refused(reply);
    },
  };
}

/** A key proves who the caller is, a session too; a name signs and proves nothing. */
function identityHeaders(
  { url, settings }: Server,
  variables: Shell['variables'],
): Record<string, string> {
  const { api_key, username } = settings;
  if (api_key) return { authorization: `Bearer ${api_key}` };
  const session = sessionOf(variables, url);
  const name = username ? `app_username=${encodeURIComponent(username)}` : '';
  const cookie = session === undefined ? name : `app_session=${session}`;
  // Writes with a cookie must come from the service's own origin.
  return cookie === '' ? {} : { cookie, origin: new URL(url).origin };
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

function refused(reply: FetchReply): Failure {
  const { detail } = json(reply) as { detail?: unknown };
  const text =
    typeof detail === 'string' ? plain(detail).slice(0, 4_000) : 'The server refused this';
  return new Failure('forbidden', `status_${reply.status}`, `HTTP ${reply.status}: ${text}`);
}
