import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../failure.ts';
import { primaryCode } from './database/failure.ts';

/** Holds the folder until the result is called, which may be repeated, or the process ends, also by
 * kill -9: the lock of an empty SQLite file is one of the system. */
export function lockFolder(directory: string, variable: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const handle = new DatabaseSync(join(directory, 'in-use.lock'));
  try {
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    handle.close();
    if (primaryCode(cause) !== 5) throw cause;
    const message = `Another process uses the folder ${directory}: stop it, or set ${variable} to another folder`;
    throw new Failure('configuration', 'folder_in_use', message, { cause });
  }
  return () => {
    if (handle.isOpen) handle.close();
  };
}
