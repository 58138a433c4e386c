import type * as z from 'zod/mini';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { FetchReply, FetchRequest } from '#core/platform/ports/fetch.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { whenToTryAgain } from '#core/platform/retries.ts';
import { jsonValue } from '#core/text/json.ts';
import { withoutSlashes } from '#core/text/url.ts';
import type { CiAccess } from './ci.ts';

type Take = NonNullable<FetchRequest['receive']>;

/** GET requests of a build server. */
interface AskCi {
  /** Resolves when the server answers at all. */
  reach(path: string): Promise<void>;
  /** Undefined: there is no such page. */
  read<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined>;
  /** Gives a body to `take` while it arrives. False: there is no such page. */
  receive(path: string, maxBytes: number, take: Take): Promise<boolean>;
  /** The same; its absence is Failure('upstream', 'no_artifact'). */
  download(path: string, maxBytes: number, take: Take): Promise<void>;
  /** The server is no build server, or another one. */
  unreadable(): Failure;
}

interface Options {
  readonly headers: Readonly<Record<string, string>>;
  /** The name of its interface, for people. */
  readonly product: string;
}

/** For a body that is received while it arrives; the time-out of a call limits each of its parts. */
const maxDownloadMs = 300_000;

export function askCi(
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
  { url, verifyTls, timeoutSeconds, isTrusted, signal }: CiAccess,
  { headers, product }: Options,
): AskCi {
  const base = withoutSlashes(url);
  const { host } = new URL(base);
  const milliseconds = timeoutSeconds * 1_000;

  async function ask(
    path: string,
    request: Pick<FetchRequest, 'receive' | 'maxBytes'> = {},
  ): Promise<FetchReply> {
    try {
      return await fetch(base + path, {
        headers,
        verifyTls,
        trusted: isTrusted,
        retries: 2,
        redirects: 3,
        ...request,
        ...(signal && { signal }),
        timeoutMilliseconds: request.receive ? maxDownloadMs : milliseconds,
        idleMilliseconds: milliseconds,
      });
    } catch (error) {
      if (!isFailure(error, 'too-large')) throw error;
      throw new Failure('upstream', 'too_large', error.message, { cause: error });
    }
  }

  /** False: there is none. */
  function isThere(reply: FetchReply): boolean {
    if (reply.status === 200) return true;
    if (reply.status === 404 || reply.status === 410) return false;
    throw ciRefusal(host, reply, clock.now());
  }

  function unreadable(): Failure {
    const message = `${host} did not answer as ${product} does: check the build server's URL`;
    return new Failure('upstream', 'unreadable', message);
  }

  async function receive(path: string, maxBytes: number, take: Take): Promise<boolean> {
    return isThere(await ask(path, { receive: take, maxBytes }));
  }

  return {
    unreadable,
    receive,

    async reach(path) {
      const reply = await ask(path);
      if (reply.status >= 500) throw ciRefusal(host, reply, clock.now());
    },

    async read(path, schema) {
      const reply = await ask(path);
      if (!isThere(reply)) return undefined;
      const parsed = schema.safeParse(jsonValue(reply.text()));
      if (!parsed.success) throw unreadable();
      return parsed.data;
    },

    async download(path, maxBytes, take) {
      if (await receive(path, maxBytes, take)) return;
      throw new Failure('upstream', 'no_artifact', `${host} does not have it any more`);
    },
  };
}

/** What a status other than success means. */
function ciRefusal(host: string, reply: FetchReply, now: Date): Failure {
  const { status } = reply;
  const when = whenToTryAgain(reply, now);
  if (when !== undefined) {
    const message = `${host} accepts no more requests now: ${when}`;
    return new Failure('upstream', 'rate_limited', message);
  }
  if (status === 401) {
    const message = `${host} refused the login of the build server: check its user and its password or token`;
    return new Failure('unauthorized', 'bad_login', message);
  }
  if (status === 403) {
    const message = `${host} does not permit this user to read the build: check the user's permissions`;
    return new Failure('unauthorized', 'forbidden', message);
  }
  return new Failure('upstream', 'bad_status', `${host} answered ${status}`, { extra: { status } });
}
