import { prefix } from './prefix.ts';

/** The login page of every service; it leads back to this page. */
export function loginUrl(): string {
  const { pathname, search, hash } = location;
  const next = `${pathname.slice(prefix.length)}${search}${hash}`;
  return `${prefix}/login?next=${encodeURIComponent(next)}`;
}

/** Without a session a page answers with a redirect, which fetch follows. */
export function isSignedOut({ status, redirected, url }: Response): boolean {
  return status === 401 || (redirected && new URL(url).pathname === `${prefix}/login`);
}
