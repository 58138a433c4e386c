import type { IdentityRules } from './rules.ts';
import { sessionSeconds } from './sessions.ts';

export const sessionCookie = 'app_session';
export const usernameCookie = 'app_username';

const oneYear = 365 * 24 * 3600;

/** The cookies that a login sets. */
export function loginCookies(
  { secureCookies, namesUser }: IdentityRules,
  token: string,
  username: string,
): string[] {
  const nameCookies = namesUser ? [setUsername(username, secureCookies)] : [];
  return [setSession(token, secureCookies), ...nameCookies];
}

export function setSession(token: string, secure: boolean): string {
  return cookie(
    sessionCookie,
    token,
    sessionSeconds,
    `HttpOnly; SameSite=Strict${secured(secure)}`,
  );
}

export function clearSession(secure: boolean): string {
  return cookie(sessionCookie, '', 0, `HttpOnly; SameSite=Strict${secured(secure)}`);
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
