import type { Fetch } from '#core/platform/ports/fetch.ts';
import { GitError, type GitTarget } from './engine.ts';
import { authorization } from './environment.ts';
import { parseGitUrl, type RemoteSource } from './source.ts';

const refs = '/info/refs?service=git-upload-pack';

/**
 * Where the server says the repository is now, as code hosts do after a rename. git itself is
 * not let follow, so that each new host is checked like the first. The token stays behind when
 * the origin changes.
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
  // Whoever gave an https URL has not asked for a clone with the service's ssh key.
  if (moved.transport !== 'https') throw notAllowed();
  const sameOrigin = moved.host === remote.host && moved.port === remote.port;
  return { remote: moved, token: sameOrigin ? token : undefined };
}

function notAllowed() {
  return new GitError('the server redirects to a URL that is not allowed');
}
