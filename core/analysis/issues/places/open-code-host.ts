import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readUserTokens } from '#core/analysis/people/user-tokens.ts';
import { readCapabilities } from '#core/analysis/base/configuration/capabilities.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { codeHostPlace } from './code-host-place.ts';
import { codeRepository, isServerOrigin, serverRepository } from './code-repository.ts';
import { hostClient } from './host-client.ts';
import type { IssueAccess } from './issue-schema.ts';
import type { IssuePlace } from './issue-place.ts';

type Needs = Pick<Platform, 'environment' | 'fetch' | 'clock' | 'records' | 'secrets'>;

/**
 * The repository that issues go to: the request's, else the tests repository of the analysis, else
 * the server's. Stored tokens go only to the code host of the server. Without a token issues of public
 * repositories can be searched; `needsToken`: its absence is Failure('invalid').
 */
export async function openCodeHost(
  needs: Needs,
  caller: Caller,
  access: Pick<IssueAccess, 'scm_repo_url' | 'scm_token'>,
  { testsUrl, needsToken }: { readonly testsUrl?: string | null; readonly needsToken: boolean },
): Promise<IssuePlace> {
  const { environment } = needs;
  if (!readCapabilities(environment).scm_issues_enabled) {
    const message =
      'Issues in the code host are disabled on this server: TESTS_REPO_URL and SCM_TOKEN, or ENABLE_SCM_ISSUES, enable them';
    throw new Failure('forbidden', 'scm_issues_disabled', message);
  }
  const ofJob = codeRepository(testsUrl ?? '');
  const repository =
    access.scm_repo_url.trim() === ''
      ? // Tokens must not go to a host that the person who started the analysis has chosen.
        ofJob && isServerOrigin(environment, ofJob.origin)
        ? ofJob
        : serverRepository(environment)
      : codeRepository(access.scm_repo_url);
  if (!repository) throw noRepository(access.scm_repo_url);
  const isOwn = isServerOrigin(environment, repository.origin);
  const stored = isOwn ? (await readUserTokens(needs, caller)).scm_token : '';
  const token =
    access.scm_token.trim() || stored || (isOwn && analysisSettings(environment).SCM_TOKEN) || '';
  if (needsToken && token === '') {
    const message =
      'No token for the code host: send scm_token, store one under Settings, or set SCM_TOKEN on the server';
    throw new Failure('invalid', 'no_scm_token', message);
  }
  const { origin } = repository;
  const tokenPlace = 'SCM_TOKEN, or your token under Settings';
  return codeHostPlace(hostClient(needs, { origin, token, tokenPlace }), repository);
}

function noRepository(given: string): Failure {
  const message =
    given.trim() === ''
      ? 'No repository for issues: send scm_repo_url, or set TESTS_REPO_URL on the server'
      : 'scm_repo_url must be https://host/owner/repository';
  return new Failure('invalid', 'no_scm_repository', message);
}
