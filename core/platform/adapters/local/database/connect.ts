import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../../failure.ts';
import { codeOf } from '../../rules/storage-failure.ts';
import { damaged, openingFailure, primaryCode, unusable } from './failure.ts';
import { addFunctions } from './sql-functions.ts';

/** Raised when the adapters' own tables change so that an older program would harm them. */
const format = 1;

/** How long a statement waits for another program. */
export const busyMilliseconds = 5000;

/** Larger files would delay the start; their damage is found when it is met. */
const checkedBytes = 32 * 1024 * 1024;

/** Opens the file, or says in one line for the operator why it cannot be used. */
export function connect(file: string): DatabaseSync {
  makeFile(file);
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, {
      timeout: busyMilliseconds,
      enableForeignKeyConstraints: true,
    });
    switchToWal(handle);
    // NORMAL: commits are synced by wal-sync.ts, and moved out of the WAL by checkpoints.ts unless it has
    // grown to 64 MB. The limit shrinks a WAL that once was larger.
    handle.exec(
      'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384; PRAGMA journal_size_limit = 67108864;' +
        'PRAGMA cache_size = -8000',
    );
    assertFormat(handle, file);
    assertSound(handle, file);
    addFunctions(handle);
    return handle;
  } catch (error) {
    if (handle?.isOpen) handle.close();
    throw openingFailure(file, error);
  }
}

/** Made here for its mode, which the WAL inherits. A file that exists must not be opened and closed:
 * that would drop the locks which another handle of this process holds on it. */
function makeFile(file: string) {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    const causes: Record<string, string> = {
      ENOENT: 'does not exist; create it',
      ENOTDIR: 'is not a folder; name a file in a folder',
      ENOSPC: 'is on a full disk; free some space',
    };
    const cause = causes[code] ?? `is not writable (${code}); correct its permissions`;
    throw unusable(file, `the folder ${dirname(file)} ${cause}`);
  }
}

/** The switch does not wait for its lock as statements do when two processes open at once. */
function switchToWal(handle: DatabaseSync) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 20) {
    try {
      handle.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (primaryCode(error) !== 5 || waited >= busyMilliseconds) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function assertFormat(handle: DatabaseSync, file: string) {
  const version = Number(handle.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > format) {
    throw new Failure(
      'configuration',
      'newer_database',
      `Database ${file}: written by a newer version of this program (format ${version}, this one knows ${format}); update the program or name another file`,
    );
  }
  if (version < format) handle.exec(`PRAGMA user_version = ${format}`);
}

/** Finds pages that lie about themselves. It reads the whole file, about a second per GB. */
function assertSound(handle: DatabaseSync, file: string) {
  if (statSync(file).size > checkedBytes) return;
  const result = handle.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw unusable(file, damaged, result);
}
