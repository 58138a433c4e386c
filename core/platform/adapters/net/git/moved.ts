import type { Fetch } from '../../../ports/fetch.ts';
import { GitError, type GitTarget } from './engine.ts';
import { authorization } from './environment.ts';
import { parseGitUrl, type RemoteSource } from './source.ts';

const refs = '/info/refs?service=git-upload-pack';

/**
 * The target of a redirect, which code hosts send after a rename. git does not follow redirects,
 * so that every new host is checked like the first. The token is not sent to another origin.
 */
export async function findMoved(
  target: GitTarget,
  options: { fetch: Fetch; signal: AbortSignal },
): Promise<Pick<GitTarget, 'remote' | 'token'>> {
  const { remote, token } = target;
  const reply = await options.fetch(remote.url + refs, {
    signal: options.signal,
    maxBytes: 64 * 1024,
    headers: {
      'git-protocol': 'version=2',
      ...(token === undefined ? {} : { authorization: authorization(remote.host, token) }),
    },
  });
  const location = URL.parse(reply.headers['location'] ?? '', remote.url)?.href;
  if (location === undefined || !location.endsWith(refs)) {
    throw new GitError('the server redirects to something that is no repository');
  }
  let moved: RemoteSource;
  try {
    moved = parseGitUrl(location.slice(0, -refs.length));
  } catch {
    throw notAllowed();
  }
  // A clone of an https URL must not use the service's ssh key.
  if (moved.transport !== 'https') throw notAllowed();
  const sameOrigin = moved.host === remote.host && moved.port === remote.port;
  return { remote: moved, token: sameOrigin ? token : undefined };
}

function notAllowed() {
  return new GitError('the server redirects to a URL that is not allowed');
}
