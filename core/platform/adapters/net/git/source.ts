import { isIP } from 'node:net';
import { Failure } from '../../../failure.ts';
import { maxUrlLength, withoutSlashes } from '#core/text/url.ts';

export interface RemoteSource {
  readonly transport: 'https' | 'ssh';
  /** Built from the checked parts; git gets this one, not the caller's text. */
  readonly url: string;
  /** In normal form: lower case, punycode, decimal IPv4; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Accepts `https://host[:port]/path`, `ssh://[user@]host[:port]/path` and `user@host:path`. Anything
 * else may be another transport, an option or a program to run: Failure('invalid',
 * 'bad_repository_url').
 */
export function parseGitUrl(url: string): RemoteSource {
  if (url.length > maxUrlLength) throw badUrl('it is longer than 2,048 characters');
  if (/[\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(url)) {
    throw badUrl('it holds a control character or a space');
  }
  // A URL parser turns a backslash into a slash, which changes where the host ends.
  if (url.includes('\\')) throw badUrl('it holds a backslash');
  if (url.startsWith('-')) throw badUrl('it begins with a dash');
  if (/^https:\/\//i.test(url)) return parseHttps(url);
  if (/^ssh:\/\//i.test(url)) return parseSsh(url);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return parseScp(url);
  throw badUrl('only https:// and ssh:// are allowed');
}

function parseHttps(text: string): RemoteSource {
  const parsed = URL.parse(text);
  if (!parsed) throw badUrl('it is not a valid URL');
  if (parsed.username !== '' || parsed.password !== '' || /^https:\/\/[^/]*@/i.test(text)) {
    throw badUrl('credentials do not belong in it');
  }
  if (parsed.search !== '' || parsed.hash !== '' || /[?#]/.test(text)) {
    throw badUrl('a query or a fragment does not belong in it');
  }
  assertPath(parsed.pathname);
  const host = hostOf(parsed.hostname);
  const port = parsed.port === '' ? 443 : Number(parsed.port);
  const suffix = port === 443 ? '' : `:${port}`;
  // The normalized host: curl pins an address to the exact name in the URL.
  const url = withoutSlashes(`https://${bracketed(host)}${suffix}${parsed.pathname}`);
  return { transport: 'https', url, host, port };
}

function parseSsh(url: string): RemoteSource {
  const match = /^ssh:\/\/(?:([^@/]*)@)?(\[[^\]]*\]|[^:/@]*)(?::([^/]*))?(\/.*)$/i.exec(url);
  if (!match) throw badUrl('it is not a valid ssh URL');
  const [, user, name = '', portText, path = ''] = match;
  if (user !== undefined) assertUser(user);
  if (/[?#]/.test(path)) throw badUrl('a query or a fragment does not belong in it');
  assertPath(path);
  const host = hostOf(name);
  const port = portText === undefined ? 22 : parsePort(portText);
  const login = user === undefined ? '' : `${user}@`;
  const suffix = port === 22 ? '' : `:${port}`;
  return { transport: 'ssh', url: `ssh://${login}${bracketed(host)}${suffix}${path}`, host, port };
}

function parseScp(url: string): RemoteSource {
  const match = /^([^@:/]+)@(\[[^\]]*\]|[^:/@]+):(.+)$/.exec(url);
  if (!match) throw badUrl('it is neither https://, ssh:// nor user@host:path');
  const [, user = '', name = '', path = ''] = match;
  assertUser(user);
  if (/^(?:[-:]|\/\/)|:\/\//.test(path)) throw badUrl('its path is not valid');
  assertPath(`/${path}`);
  const host = hostOf(name);
  return { transport: 'ssh', url: `${user}@${bracketed(host)}:${path}`, host, port: 22 };
}

function assertUser(user: string) {
  if (user.includes(':')) throw badUrl('credentials do not belong in it');
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(user)) throw badUrl('its user is not valid');
}

/** Normalizes the host, so that 0x7f.1 becomes 127.0.0.1, and refuses characters that ssh or a
 * shell could interpret. */
function hostOf(name: string): string {
  const hostname = name.includes('%') ? undefined : URL.parse(`https://${name}/`)?.hostname;
  const host = hostname?.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (host !== undefined && isIP(host) !== 0) return host;
  const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
  if (host === undefined || !new RegExp(`^${label}(?:\\.${label})*$`).test(host)) {
    throw badUrl('its host is not valid');
  }
  return host;
}

function assertPath(path: string) {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw badUrl('its path is not valid');
  }
  // git decodes the path of an ssh URL and quotes it for the remote shell.
  if (/[\u0000-\u001f\u007f'"`$;&|<>!*?(){}[\]\\]/.test(decoded)) {
    throw badUrl('its path holds a character that no repository needs');
  }
  const names = decoded.split('/').filter((name) => name !== '');
  if (names.length === 0) throw badUrl('it names no repository');
  if (names.some((name) => name.startsWith('-') || name === '.' || name === '..')) {
    throw badUrl('its path is not valid');
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw badUrl('its port is not valid');
}

function bracketed(host: string) {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/**
 * A branch, tag, full reference or commit by the rules of git check-ref-format. Refuses what git
 * could read as a refspec or an option: Failure('invalid', 'bad_ref').
 */
export function parseRef(ref: string): string {
  const refused =
    ref.length === 0 ||
    ref.length > 255 ||
    /[\u0000-\u0020\u007f-\u009f~^:?*[\\]/.test(ref) ||
    /^[-+/.@]|\.\.|\/\/|@\{|[/.]$/.test(ref) ||
    ref.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'));
  if (refused) throw new Failure('invalid', 'bad_ref', 'The branch or tag name is not valid');
  return ref;
}

/** Full names to try, in order: a branch wins over a tag, as in git clone. */
export function candidates(ref: string | undefined): readonly string[] {
  if (ref === undefined || ref === 'HEAD') return ['HEAD'];
  if (isCommit(ref)) return [ref.toLowerCase()];
  if (ref.startsWith('refs/')) return [ref];
  return [`${branchPrefix}${ref}`, `${tagPrefix}${ref}`];
}

export const branchPrefix = 'refs/heads/';
export const tagPrefix = 'refs/tags/';

export function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}$/i.test(text);
}

function badUrl(problem: string) {
  return new Failure('invalid', 'bad_repository_url', `Invalid repository URL: ${problem}`);
}
