import { readUrl } from '#core/text/url.ts';
import { Failure } from '#core/platform/failure.ts';
import { publicApi } from '#core/scm/settings.ts';
import type { PullRequestName } from '#core/scm/pull-request.ts';

export interface Origin {
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}

const part = String.raw`(?!\.{1,2}/?$)[\w.-]{1,100}`;
const repository = new RegExp(`^(?!\\.{1,2}/)([\\w.-]{1,100})/(${part})$`);

function invalid(message: string): Failure {
  return new Failure('invalid', 'bad_target', message);
}

export function parseRepository(text: string): Pick<PullRequestName, 'owner' | 'repo'> {
  const [, owner, repo] = repository.exec(text) ?? [];
  if (owner !== undefined && repo !== undefined) return { owner, repo };
  throw invalid(`Invalid repository format. Expected 'owner/repo', got: ${text}`);
}

export function parseNumber(text: string): string {
  if (/^\d{1,10}$/.test(text)) return text;
  throw invalid(`PR number must be numeric, got: ${text}`);
}

/** The pull request that the words of a command name. `api` is SCM_API_URL. */
export async function parseTarget(
  [first = '', second]: readonly string[],
  {
    api,
    origin,
  }: { readonly api: string | undefined; readonly origin: () => Promise<Origin | undefined> },
): Promise<PullRequestName> {
  if (second !== undefined) {
    return { ...parseRepository(first), number: parseNumber(second) };
  }
  if (/^https?:\/\//.test(first)) return parseUrl(first, api);
  const number = parseNumber(first);
  const remote = await origin();
  if (!remote || !isOfHost(remote, api)) {
    const advice = 'Run from a git repo or provide full URL.';
    throw invalid(`Could not determine repository. ${advice}`);
  }
  return { owner: remote.owner, repo: remote.repo, number };
}

function parseUrl(text: string, api: string | undefined): PullRequestName {
  const url = readUrl(text);
  const [, owner = '', repo = '', number = ''] =
    /^\/([^/]+)\/([^/]+)\/pull\/(\d+)(?:\/|$)/.exec(url?.pathname ?? '') ?? [];
  if (!url || number === '') {
    throw invalid(`Expected a URL like https://host/owner/repo/pull/1, got: ${text}`);
  }
  if (api === undefined && url.hostname !== 'github.com') {
    throw invalid(
      `Set SCM_API_URL to the REST API of ${url.host}, for example https://${url.host}/api/v3`,
    );
  }
  return { ...parseRepository(`${owner}/${repo}`), number: parseNumber(number) };
}

/** The URL of a git remote: https, ssh, or `user@host:path`. */
export function parseOrigin(remote: string): Origin | undefined {
  const [, short, path] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote) ?? [];
  const url = short === undefined ? readUrl(remote) : undefined;
  const host = short ?? url?.hostname;
  const [, owner, repo] =
    repository.exec((path ?? url?.pathname ?? '').replace(/^\/|(\.git)?\/?$/g, '')) ?? [];
  if (!host || owner === undefined || repo === undefined) return undefined;
  return { host, owner, repo };
}

export function isSameRepository(origin: Origin, target: PullRequestName, api: string | undefined) {
  const nameOf = ({ owner, repo }: Origin | PullRequestName) => `${owner}/${repo}`.toLowerCase();
  return nameOf(origin) === nameOf(target) && isOfHost(origin, api);
}

/** A host without a dot is an alias of the user's ssh configuration. Pages and API of an own host may
 * have different names, so the name is not compared there. */
function isOfHost({ host }: Origin, api = publicApi): boolean {
  return api !== publicApi || /^(?:[^.]+|github\.com|ssh\.github\.com)$/.test(host.toLowerCase());
}
