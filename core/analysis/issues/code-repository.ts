import type { Environment } from '../../platform/ports/environment.ts';
import { readRepository } from '../configuration/repository.ts';
import { analysisSettings } from '../settings.ts';

export interface CodeRepository {
  /** Scheme and host of its pages. */
  readonly origin: string;
  readonly owner: string;
  readonly repo: string;
}

export const publicHost = 'https://github.com';

const repositoryUrl =
  /^(?:(https?):\/\/|ssh:\/\/[^@/\s]+@|[^@:/\s]+@)([^/:@\s]+)(:\d+)?[/:]([\w-][\w.-]*)\/([\w-][\w.-]*?)(?:\.git)?\/?$/i;

/** Of https, or of ssh, whose host has the web pages too. */
export function codeRepository(text: string): CodeRepository | undefined {
  const { url = '' } = readRepository(text) ?? {};
  const [, scheme, host = '', port = '', owner = '', repo = ''] = repositoryUrl.exec(url) ?? [];
  const origin = URL.parse(scheme ? `${scheme}://${host}${port}` : `https://${host}`)?.origin;
  return origin === undefined || repo === '' ? undefined : { origin, owner, repo };
}

/** The tests repository of the server. */
export function serverRepository(environment: Environment): CodeRepository | undefined {
  const { TESTS_REPO_URL } = analysisSettings(environment);
  return TESTS_REPO_URL && codeRepository(TESTS_REPO_URL.url);
}

/** The code host for which the server's and the stored tokens are. */
export function serverOrigin(environment: Environment): string {
  return serverRepository(environment)?.origin ?? publicHost;
}
