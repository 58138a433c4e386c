import { Failure } from '../../failure.ts';

/** The name is part of a folder or a key. */
export function assertTreeName(name: string): void {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(name)) return;
  throw new Failure('invalid', 'bad_key', 'Not a name for a working tree');
}
