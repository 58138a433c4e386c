import { Failure } from '#core/platform/failure.ts';
import { inPath, projectOf } from '../../variant.ts';

/** The project and the file below its site that a path after `/docs/` names; only the project:
 * undefined, and its folder: ''. */
export function siteAddress(path: string): { readonly name: string; readonly file?: string } {
  const end = path.indexOf('/');
  if (end < 0) return { name: path };
  return { name: path.slice(0, end), file: path.slice(end + 1) };
}

/**
 * The path below the site's folder that a request names: joined and resolved as a file system
 * would, before anything is looked up, so that it means the same on files and in a bucket. What
 * lies outside is refused; what cannot be a file is not found. The path is decoded once; what is
 * still encoded then is part of a name.
 */
export function sitePath(path: string): string {
  if (path.startsWith('/')) throw outside();
  // Below a folder of this very name, as `..` may leave the site and come back.
  const parts = ['site'];
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) throw outside();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  if (parts[0] !== 'site') throw outside();
  const isFolder = path === '' || /(^|\/)\.{0,2}$/.test(path);
  const isName = parts.every(
    (part) => !/[\0-\x1f\x7f\\]/.test(part) && Buffer.byteLength(part) <= 255,
  );
  const file = parts.slice(1).join('/');
  if (isFolder || file === '' || !isName || Buffer.byteLength(file) > 700) throw noFile();
  return file;
}

export function noFile(): Failure {
  return new Failure('missing', 'no_file', 'File not found');
}

/** What leads out of the site's folder. */
export function outside(): Failure {
  return new Failure('forbidden', 'outside_site', 'Access denied');
}

type Headers = Readonly<Record<string, string | undefined>>;

/** The address of the page before, and the name of its site. Undefined: it was none of a site here. */
function siteBefore({ referer, host }: Headers) {
  if (referer === undefined || host === undefined || !URL.canParse(referer)) return undefined;
  const before = new URL(referer);
  const [, name] = /^\/docs\/([^/]+)\//.exec(before.pathname.replace('%40', '@')) ?? [];
  if (name === undefined || before.host !== host.toLowerCase()) return undefined;
  return { name, owner: before.searchParams.get('owner') ?? undefined };
}

/**
 * Whose site the page before was, when it was a page of the same site whose address named the
 * owner. The links of a site are relative and name nobody, so that it works from a disk as well;
 * this keeps a reader of another owner's site there.
 */
export function ownerBefore(headers: Headers, name: string): string | undefined {
  const before = siteBefore(headers);
  return before?.name === inPath(name) ? before.owner : undefined;
}

/** The reader comes from another site of the project, which may have pages that this one has not. */
export function otherSiteBefore(headers: Headers, name: string): boolean {
  const before = siteBefore(headers);
  if (!before || before.name === inPath(name)) return false;
  return projectOf(before.name) === projectOf(name);
}
