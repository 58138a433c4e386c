import { Failure } from '#core/platform/failure.ts';

/** A tree's name becomes a folder's or a key's. */
export function assertTreeName(name: string): void {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(name)) return;
  throw new Failure('invalid', 'bad_key', 'Not a name for a working tree');
}
