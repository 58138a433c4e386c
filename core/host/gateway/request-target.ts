/** Path and query of a request line, as sent. */
export function targetOf(url = '/'): { readonly path: string; readonly query: string } {
  const target = originForm(url);
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The path as API Gateway passes it: decoded once, and cut at an encoded question mark. */
export function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path).split('?')[0] ?? '';
  } catch {
    return path;
  }
}

/** Clients that talk to a proxy send the absolute URL. */
function originForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}
