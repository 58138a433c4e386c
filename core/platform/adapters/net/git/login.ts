import { GitError, type GitTarget } from './engine.ts';

/** Says what to do when a server requires a login or refuses ours; returns other errors unchanged. */
export function explainLogin(
  error: GitError,
  options: {
    readonly target: GitTarget;
    /** There is a token for the host, but this clone may not use it. */
    readonly isWithheld: boolean;
    /** Another server redirected to this one. */
    readonly hasMoved: boolean;
  },
): GitError {
  const { target, isWithheld, hasMoved } = options;
  const { status } = error;
  if (target.remote.transport !== 'https') return error;
  const { host } = new URL(target.remote.url);
  const because = (reason: string) => new GitError(reason, status);
  if (target.token !== undefined) {
    if (status === 401 || status === 403) {
      return because(
        `${host} refused the token: check that the entry for ${host} in GIT_TOKENS is valid and may read this repository`,
      );
    }
    if (status !== 404) return error;
    return because(
      `${host} has no such repository, or the token for ${host} in GIT_TOKENS may not read it`,
    );
  }
  if (status !== 401) return error;
  if (hasMoved) {
    return because(`the repository has moved to ${host}, which wants a login: give its URL there`);
  }
  if (isWithheld) {
    return because(
      `${host} wants a login, and only administrators may clone with this service's tokens: ask one to generate it, or to set GIT_TOKENS_FOR=users`,
    );
  }
  return because(
    `${host} wants a login: the repository is private or does not exist. For a private one the operator adds a token for ${host} to GIT_TOKENS`,
  );
}
