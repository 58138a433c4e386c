import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '../../platform/failure.ts';
import type { Environment } from '../../platform/ports/environment.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { scmClient } from '../../scm/client.ts';
import { restSender } from '../../scm/rest-sender.ts';
import { publicApi, scmSettings } from '../../scm/settings.ts';
import { readUserTokens } from '../access/user-tokens.ts';
import { readCapabilities } from '../configuration/capabilities.ts';
import { readRepository } from '../configuration/repository.ts';
import { analysisSettings } from '../settings.ts';
import { codeHostPlace, type CodeRepository } from './code-host-place.ts';
import type { IssueAccess } from './issue-schema.ts';
import type { IssuePlace } from './issue-place.ts';

type Needs = Pick<Platform, 'environment' | 'fetch' | 'clock' | 'records' | 'secrets'>;

export const publicHost = 'https://github.com';

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
  const { environment, fetch, clock } = needs;
  if (!readCapabilities(environment).scm_issues_enabled) {
    const message =
      'Issues in the code host are disabled on this server: TESTS_REPO_URL and SCM_TOKEN, or ENABLE_SCM_ISSUES, enable them';
    throw new Failure('forbidden', 'scm_issues_disabled', message);
  }
  const server = analysisSettings(environment);
  const own = server.TESTS_REPO_URL && codeRepository(server.TESTS_REPO_URL.url);
  const ownOrigin = own?.origin ?? publicHost;
  const ofJob = codeRepository(testsUrl ?? '');
  const repository =
    access.scm_repo_url.trim() === ''
      ? // Tokens must not go to a host that the person who started the analysis has chosen.
        ofJob?.origin === ownOrigin
        ? ofJob
        : own
      : codeRepository(access.scm_repo_url);
  if (!repository) throw noRepository(access.scm_repo_url);
  const isOwn = repository.origin === ownOrigin;
  const stored = isOwn ? (await readUserTokens(needs, caller)).scm_token : '';
  const token = access.scm_token.trim() || stored || (isOwn && server.SCM_TOKEN) || '';
  if (needsToken && token === '') {
    const message =
      'No token for the code host: send scm_token, store one under Settings, or set SCM_TOKEN on the server';
    throw new Failure('invalid', 'no_scm_token', message);
  }
  const { SCM_API_URL } = scmSettings(environment);
  const isConfigured = isOwn && SCM_API_URL !== undefined;
  const url = isConfigured ? SCM_API_URL : apiOf(repository.origin);
  const send = restSender(
    { fetch },
    { url, trusted: isConfigured, ...(token !== '' && { token }) },
  );
  // A person waits for the answer.
  const patience = { patienceMilliseconds: 0, failedDelays: [] };
  const words = { secrets: [token], tokenPlace: 'SCM_TOKEN, or your token under Settings' };
  return codeHostPlace(scmClient({ clock, send }, { ...patience, ...words }), repository);
}

/** The web page of the server's tests repository; undefined: it has none. */
export function repositoryPage(environment: Environment): string | undefined {
  const { TESTS_REPO_URL } = analysisSettings(environment);
  const own = TESTS_REPO_URL && codeRepository(TESTS_REPO_URL.url);
  return own && `${own.origin}/${own.owner}/${own.repo}`;
}

/** An enterprise server has its REST API below `/api/v3`. */
export function apiOf(origin: string): string {
  return origin === publicHost ? publicApi : `${origin}/api/v3`;
}

function noRepository(given: string): Failure {
  const message =
    given.trim() === ''
      ? 'No repository for issues: send scm_repo_url, or set TESTS_REPO_URL on the server'
      : 'scm_repo_url must be https://host/owner/repository';
  return new Failure('invalid', 'no_scm_repository', message);
}

const repositoryUrl =
  /^(?:(https?):\/\/|ssh:\/\/[^@/\s]+@|[^@:/\s]+@)([^/:@\s]+)(:\d+)?[/:]([\w-][\w.-]*)\/([\w-][\w.-]*?)(?:\.git)?\/?$/i;

/** Of https, or of ssh, whose host has the web pages too. */
export function codeRepository(text: string): CodeRepository | undefined {
  const { url = '' } = readRepository(text) ?? {};
  const [, scheme, host = '', port = '', owner = '', repo = ''] = repositoryUrl.exec(url) ?? [];
  const origin = URL.parse(scheme ? `${scheme}://${host}${port}` : `https://${host}`)?.origin;
  return origin === undefined || repo === '' ? undefined : { origin, owner, repo };
}
