/** The login of every service, which leads back to this very page. */
export function loginUrl(): string {
  const { pathname, search, hash } = location;
  return `/login?next=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
}

/** A page's own answer to a reader without a session is a redirect, which fetch has followed. */
export function isSignedOut({ status, redirected, url }: Response): boolean {
  return status === 401 || (redirected && new URL(url).pathname === '/login');
}
