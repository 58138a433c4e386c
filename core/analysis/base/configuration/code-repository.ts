import { readUrl } from '#core/text/url.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { publicApi, scmSettings } from '#core/scm/settings.ts';
import { readRepository } from '../schema/repository.ts';
import { analysisSettings } from '../settings.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { scmClient, type Scm } from '#core/scm/client.ts';
import { restSender } from '#core/scm/rest-sender.ts';

export interface CodeRepository {
  /** Scheme and host of its pages. */
  readonly origin: string;
  readonly owner: string;
  readonly repo: string;
}

export const publicHost = 'https://github.com';

const repositoryUrl =
  /^(?:(https?):\/\/|ssh:\/\/[^@/\s]+@|[^@:/\s]+@)([^/:@\s]+)(:\d+)?[/:]([\w-][\w.-]*)\/([\w-][\w.-]*?)(?:\.git)?\/?$/i;

/** The repository of an address over https, or over ssh, whose host has the web pages too. */
export function codeRepository(text: string): CodeRepository | undefined {
  const { url = '' } = readRepository(text) ?? {};
  const [, scheme, host = '', port = '', owner = '', repo = ''] = repositoryUrl.exec(url) ?? [];
  const origin = readUrl(scheme ? `${scheme}://${host}${port}` : `https://${host}`)?.origin;
  return origin === undefined || repo === '' ? undefined : { origin, owner, repo };
}

/** The tests repository of the server. */
export function serverRepository(environment: Environment): CodeRepository | undefined {
  const { TESTS_REPO_URL } = analysisSettings(environment);
  return TESTS_REPO_URL && codeRepository(TESTS_REPO_URL.url);
}

/** The code host for which the server's and the stored tokens are: that of the tests repository, else
 * the one whose REST API is configured. */
export function serverOrigin(environment: Environment): string {
  const { SCM_API_URL = publicApi } = scmSettings(environment);
  const { protocol, host } = new URL(SCM_API_URL);
  return serverRepository(environment)?.origin ?? `${protocol}//${host.replace(/^api\./, '')}`;
}

/** Whether the server's and the stored tokens are for it. */
export function isServerOrigin(environment: Environment, origin: string): boolean {
  if (origin === serverOrigin(environment)) return true;
  if (origin !== publicHost || serverRepository(environment)) return false;
  // Without the path of an enterprise server the address may be a proxy before the public host.
  return scmSettings(environment).SCM_API_URL?.endsWith('/api/v3') !== true;
}

interface Host {
  readonly origin: string;
  /** Empty: none. */
  readonly token: string;
  /** For the message that it was refused. */
  readonly tokenPlace: string;
}

/** The client of a code host. It does not wait for the rate limit: a person waits for the answer. */
export function hostClient(
  { environment, fetch, clock }: Pick<Platform, 'environment' | 'fetch' | 'clock'>,
  { origin, token, tokenPlace }: Host,
): Scm {
  const { SCM_API_URL } = scmSettings(environment);
  const isConfigured = SCM_API_URL !== undefined && isServerOrigin(environment, origin);
  const url = isConfigured ? SCM_API_URL : apiOf(origin);
  const send = restSender(
    { fetch },
    { url, trusted: isConfigured, ...(token !== '' && { token }) },
  );
  return scmClient({ clock, send }, { retries: 0, secrets: [token], tokenPlace });
}

/** An enterprise server has its REST API below `/api/v3`. */
function apiOf(origin: string): string {
  return origin === publicHost ? publicApi : `${origin}/api/v3`;
}
