import { Failure } from '../platform/failure.ts';

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
  const found = parts.slice(1).join('/');
  if (isFolder || found === '' || !isName || Buffer.byteLength(found) > 700) throw noFile();
  return found;
}

export function noFile(): Failure {
  return new Failure('missing', 'no_file', 'File not found');
}

/** What leads out of the site's folder. */
export function outside(): Failure {
  return new Failure('forbidden', 'outside_site', 'Access denied');
}
