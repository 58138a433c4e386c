import { maxUrlLength, readUrl } from '#core/text/url.ts';

/** A repository as settings and requests name it: `https://host/path`, `ssh://user@host/path` or
 * `user@host:path`. */
export interface Repository {
  readonly url: string;
  /** Empty: the remote's default branch. */
  readonly ref: string;
}

/** The scheme and host, or the login of ssh; then the path. */
const urlParts = /^([a-z][a-z0-9+.-]*:\/\/[^/]*\/|[^@:/\s]+@[^:/\s]+:)(.*)$/i;

function partsOf(text: string): readonly string[] {
  return (text.length <= maxUrlLength && urlParts.exec(text.trim())) || [];
}

/** Reads `url:ref`: the ref begins at the first `:` of the path. Undefined: it is not a URL. */
export function readRepository(text: string): Repository | undefined {
  const [, start = '', rest = ''] = partsOf(text);
  const [path = '', ...ref] = rest.split(':');
  return path === '' ? undefined : { url: `${start}${path}`, ref: ref.join(':') };
}

/** Reads `url[:ref][@token]`: the token begins after the last `@` of the path. */
export function readRepositoryWithToken(
  text: string,
): (Repository & { readonly token: string | null }) | undefined {
  const [, start = '', rest = ''] = partsOf(text);
  const at = rest.lastIndexOf('@');
  const repository = readRepository(`${start}${at < 0 ? rest : rest.slice(0, at)}`);
  const token = at < 0 ? null : rest.slice(at + 1);
  return repository && token !== '' ? { ...repository, token } : undefined;
}

/** True: the URL holds a password, or is an https URL with a user, which hosts read as a token. */
export function hasCredentials(url: string): boolean {
  const [, scheme = '', login] = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/]*)@)?/i.exec(url) ?? [];
  return login !== undefined && (scheme.toLowerCase() !== 'ssh' || login.includes(':'));
}

/** The scheme, host and port that credentials are sent to; undefined: they never are, as with ssh. */
export function originOf(url: string | null | undefined): string | undefined {
  const parsed = url ? readUrl(url) : undefined;
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.origin : undefined;
}
