import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '#core/platform/failure.ts';
import { primaryCode } from './failure.ts';
import { addFunctions } from './sql-functions.ts';
import { cachedStatements, type Sql } from './statements.ts';

/** Raised when the adapters' own tables change so that an older program would harm them. */
const format = 1;

/** How long a statement waits for another program. */
export const busyMilliseconds = 5000;

/** Larger files would delay the start; their damage is found when it is met. */
const checkedBytes = 32 * 1024 * 1024;

const damaged = 'damaged; restore it from a backup, or move it away to begin anew';

/** Opens the file, or says in one line for the operator why it cannot be used. */
export function connect(file: string): DatabaseSync {
  prepareFile(file);
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, {
      timeout: busyMilliseconds,
      enableForeignKeyConstraints: true,
    });
    switchToWal(handle);
    // NORMAL: a commit does not wait for the disk; database.ts does, beside the event loop. The
    // limit shrinks a WAL that once was large.
    handle.exec('PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864');
    assertFormat(handle, file);
    assertSound(handle, file);
    addFunctions(handle);
    return handle;
  } catch (error) {
    if (handle?.isOpen) handle.close();
    throw refusal(file, error);
  }
}

/** For reading alone, in a process of its own. The file is there. */
export function openReader(file: string): { readonly sql: Sql } & Disposable {
  const handle = new DatabaseSync(file, { readOnly: true, timeout: busyMilliseconds });
  addFunctions(handle);
  return { sql: cachedStatements(handle), [Symbol.dispose]: () => handle.close() };
}

function prepareFile(file: string) {
  const folder = dirname(file);
  const refuse = (cause: string): never => {
    throw new Failure('configuration', 'bad_database', `Database ${file}: ${cause}`);
  };
  try {
    if (!statSync(folder).isDirectory())
      refuse(`${folder} is not a folder; name a file in a folder`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') refuse(`the folder ${folder} does not exist; create it or name another`);
    if (code === 'ENOTDIR') refuse(`${folder} is not a folder; name a file in a folder`);
    refuse(`the folder ${folder} cannot be read (${code}); correct its permissions`);
  }
  try {
    // Made here for its mode, which the WAL inherits. A file that exists must not be opened and
    // closed: that would drop the locks which another handle of this process holds on it.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC') refuse('the disk is full; free some space');
    if (code !== 'EEXIST') {
      refuse(`the folder ${folder} is not writable (${code}); correct its permissions`);
    }
    if (statSync(file).isDirectory()) refuse('is a folder; name a file in it');
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
  const found = Number(handle.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (found > format) {
    throw new Failure(
      'configuration',
      'newer_database',
      `Database ${file}: written by a newer version of this program (format ${found}, this one knows ${format}); update the program or name another file`,
    );
  }
  if (found < format) handle.exec(`PRAGMA user_version = ${format}`);
}

/** Finds pages that lie about themselves. It reads the whole file, about a second per GB. */
function assertSound(handle: DatabaseSync, file: string) {
  if (statSync(file).size > checkedBytes) return;
  const found = handle.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found === 'ok') return;
  throw new Failure('configuration', 'bad_database', `Database ${file}: ${damaged}`, {
    cause: found,
  });
}

function refusal(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const causes: Record<number, string> = {
    5: 'locked by another program; stop that program',
    8: 'not writable; correct the permissions of the file and its folder',
    10: 'the disk reports an error; check the disk and its file system',
    11: damaged,
    13: 'the disk is full; free some space',
    14: 'cannot be opened; check the permissions of the file and its folder',
    26: `not a SQLite database, or ${damaged}`,
  };
  const cause = causes[primaryCode(error) ?? -1] ?? (error instanceof Error ? error.message : '');
  return new Failure('configuration', 'bad_database', `Database ${file}: ${cause}`, {
    cause: error,
  });
}
