import { DatabaseSync } from 'node:sqlite';

/**
 * Holds `file` against every other process (and every other holder in this one) until the
 * returned function is called or the process dies, however it dies: SQLite's lock is one of the
 * operating system. Undefined when somebody else keeps it longer than `waitMilliseconds`, which
 * are waited in place.
 */
export function lockFolder(file: string, waitMilliseconds = 0): (() => void) | undefined {
  const database = new DatabaseSync(file, { timeout: waitMilliseconds });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => database.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
