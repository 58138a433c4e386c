import { Failure } from '#core/platform/failure.ts';
import type { CiChild } from './ci.ts';

const longest = 1_000;

/** `a/b` is the job b in the folder a: `/job/a/job/b`. */
export function jobPath(name: string): string {
  return encodedParts(name, 'The job name')
    .map((part) => `/job/${part}`)
    .join('');
}

/** The path of an artifact below its build. */
export function artifactPath(path: string): string {
  return encodedParts(path, 'The path of an artifact').join('/');
}

/** The job and build of a build's URL, whatever its host: a server may know itself by another
 * address. Undefined: it is no URL of a build. */
export function childOf(url: string): CiChild | undefined {
  const [, path = '', number] =
    /((?:job\/[^/?#]+\/)+)(\d{1,9})\/?$/.exec(url.slice(0, 2 * longest)) ?? [];
  if (number === undefined) return undefined;
  try {
    const parts = path.split('/').filter((part, at) => at % 2 === 1);
    return { name: parts.map(decodeURIComponent).join('/'), number: Number(number) };
  } catch {
    return undefined;
  }
}

/** A URL drops empty parts, `.` and `..`, and would lead to another page. */
function encodedParts(path: string, what: string): string[] {
  const parts = path.split('/');
  const isUsable = (part: string) => !['', '.', '..'].includes(part) && part.isWellFormed();
  if (path.length <= longest && parts.every(isUsable) && !/[\0-\x1f\x7f]/.test(path)) {
    return parts.map(encodeURIComponent);
  }
  const message = `${what} must be names separated by / without empty parts, . and ..`;
  throw new Failure('invalid', 'bad_name', message);
}
