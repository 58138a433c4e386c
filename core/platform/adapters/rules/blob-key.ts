import { Failure } from '../../failure.ts';

// The rules of ports.ts, the same on every home: a key that is fine on one must not be a path
// that escapes, or a file that cannot be made, on another.

const maxKeyBytes = 1024;
/** What file systems take for one name. */
const maxNameBytes = 255;

/** A key of one blob. */
export function assertBlobKey(key: string): void {
  assertNames(key, key.split('/'));
}

/** A folder of keys: ends with `/`. */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw badKey(prefix, 'a prefix ends with "/"');
  assertNames(prefix, prefix.slice(0, -1).split('/'));
}

/** What list() takes: empty, a folder, or the beginning of a key. */
export function assertBlobListPrefix(prefix: string): void {
  const names = prefix.split('/');
  if (names.at(-1) === '') names.pop();
  assertNames(prefix, names);
}

/** True for one `/`-separated part of a key. */
export function isBlobName(name: string): boolean {
  return problemOf(name) === undefined;
}

/** What a caller names the content of a published file by. */
export function assertFingerprint(fingerprint: string): void {
  if (/^[\w-]{1,64}$/.test(fingerprint)) return;
  throw new Failure(
    'invalid',
    'bad_fingerprint',
    'A fingerprint is 1 to 64 characters of A-Za-z0-9_-',
  );
}

function assertNames(key: string, names: readonly string[]): void {
  if (Buffer.byteLength(key) > maxKeyBytes) throw badKey(key, `longer than ${maxKeyBytes} bytes`);
  for (const name of names) {
    const problem = problemOf(name);
    if (problem) throw badKey(key, problem);
  }
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'an empty name';
  if (name === '.' || name === '..') return 'a relative name';
  if (name.includes('/')) return 'a slash';
  if (name.includes('\\')) return 'a backslash';
  if (/\p{Cc}/u.test(name)) return 'a control character';
  // Half a surrogate pair has no UTF-8: two such keys would be one file.
  if (!name.isWellFormed()) return 'text that is not Unicode';
  if (Buffer.byteLength(name) > maxNameBytes) return `a name longer than ${maxNameBytes} bytes`;
  return undefined;
}

function badKey(key: string, problem: string): Failure {
  const shown = JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
  return new Failure('invalid', 'bad_key', `Not a key: ${shown} (${problem})`);
}
