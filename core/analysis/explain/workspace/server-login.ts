import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';

/**
 * Whether the server's own logins (GIT_TOKENS, its ssh key) may be used for a repository: only for
 * those that the operator configured, because everyone may start an analysis and read its result.
 * Another repository over ssh is refused: every clone over ssh uses the key.
 */
export function mayUseServerLogin(environment: Environment, url: string): boolean {
  const { TESTS_REPO_URL, ADDITIONAL_REPOS } = analysisSettings(environment);
  if ([TESTS_REPO_URL, ...ADDITIONAL_REPOS].some((each) => each?.url === url)) return true;
  if (/^https:/i.test(url)) return false;
  const message =
    'Over ssh only repositories of TESTS_REPO_URL and ADDITIONAL_REPOS are cloned: give the https URL';
  throw new Failure('invalid', 'ssh_not_allowed', message);
}
