import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Fetch, FetchReply, FetchRequest } from '#core/platform/ports/fetch.ts';
import type { CiAccess } from './ci.ts';

export type AskCi = (
  url: string,
  request?: Pick<FetchRequest, 'receive' | 'maxBytes'>,
) => Promise<FetchReply>;

/** For a body that is received while it arrives; the time-out of a call limits each of its parts. */
const longestDownload = 300_000;

/** GET requests of a build server. Any HTTP status is an answer; else Failure('upstream'). */
export function askCi(
  fetch: Fetch,
  { verifyTls, timeoutSeconds, isTrusted, signal }: CiAccess,
  headers: Readonly<Record<string, string>>,
): AskCi {
  const milliseconds = timeoutSeconds * 1_000;
  return async (url, request = {}) => {
    try {
      return await fetch(url, {
        ...{ headers, verifyTls, trusted: isTrusted, retries: 2, redirects: 3, ...request },
        ...(signal && { signal }),
        timeoutMilliseconds: request.receive ? longestDownload : milliseconds,
        idleMilliseconds: milliseconds,
      });
    } catch (error) {
      if (!isFailure(error, 'too-large')) throw error;
      throw new Failure('upstream', 'too_large', error.message, { cause: error });
    }
  };
}

/** What a status other than success means. */
export function ciRefusal(url: string, { status, headers }: FetchReply): Failure {
  const { host } = new URL(url);
  if (status === 401) {
    const message = `${host} refused the login of the build server: check its user and its password or token`;
    return new Failure('unauthorized', 'bad_login', message);
  }
  if (status === 403) {
    const message = `${host} does not permit this user to read the build: check the user's permissions`;
    return new Failure('unauthorized', 'forbidden', message);
  }
  if (status === 429) {
    const after = headers['retry-after'] ?? '';
    const when = /^\d{1,9}$/.test(after) ? `in ${after} s` : 'later';
    const message = `${host} accepts no more requests now: try again ${when}`;
    return new Failure('upstream', 'rate_limited', message);
  }
  return new Failure('upstream', 'bad_status', `${host} answered ${status}`, { extra: { status } });
}
