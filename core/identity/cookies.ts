import type { IdentityRules } from './rules.ts';
import { sessionSeconds } from './sessions.ts';

export const sessionCookie = 'app_session';
export const usernameCookie = 'app_username';

const oneYear = 365 * 24 * 3600;

/** Browsers send a cookie to every port of a host: one cookie holds a token of each service. */
const separator = '.';
const maxTokens = 4;

export function sessionTokens(cookies: ReadonlyMap<string, string>): readonly string[] {
  const value = cookies.get(sessionCookie) ?? '';
  return value.split(separator, maxTokens).filter((token) => token !== '');
}

/** The cookies that a login sets; `others` are the tokens of other services. */
export function loginCookies(
  { secureCookies, namesUser }: IdentityRules,
  { token, username }: { readonly token: string; readonly username: string },
  others: readonly string[],
): string[] {
  const nameCookies = namesUser ? [setUsername(username, secureCookies)] : [];
  return [setSessions([token, ...others], secureCookies), ...nameCookies];
}

/** Without tokens the cookie is removed. */
export function setSessions(tokens: readonly string[], secure: boolean): string {
  return cookie(
    sessionCookie,
    tokens.slice(0, maxTokens).join(separator),
    tokens.length === 0 ? 0 : sessionSeconds,
    `HttpOnly; SameSite=Strict${secured(secure)}`,
  );
}

/** Readable by scripts and no proof of anything: the name that signs comments. */
export function setUsername(username: string, secure: boolean): string {
  return cookie(
    usernameCookie,
    encodeURIComponent(username),
    oneYear,
    `SameSite=Lax${secured(secure)}`,
  );
}

function cookie(name: string, value: string, seconds: number, attributes: string): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; ${attributes}`;
}

function secured(secure: boolean): string {
  return secure ? '; Secure' : '';
}
