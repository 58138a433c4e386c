import { Failure } from '#core/platform/failure.ts';

/** What SQLite's primary result codes mean for whoever called (https://sqlite.org/rescode.html). */
const outages: Readonly<Record<number, [code: string, cause: string]>> = {
  5: ['storage_busy', 'another process holds the database; try again'],
  6: ['storage_busy', 'another process holds the database; try again'],
  7: ['storage_failed', 'the system is out of memory; try again'],
  8: ['storage_read_only', 'the file is not writable; correct its permissions'],
  10: ['storage_failed', 'the disk reports an error; check the disk and its file system'],
  11: ['storage_damaged', 'the file is damaged; stop, and restore it from a backup'],
  13: ['storage_full', 'the disk is full; free some space and try again'],
  14: ['storage_failed', 'the file cannot be opened; check its folder and permissions'],
  26: [
    'storage_damaged',
    'the file is not a database any more; stop, and restore it from a backup',
  ],
};

interface SqliteError extends Error {
  readonly errcode: number;
}

export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

/** Bits 0 to 7 are the primary code, the rest says more about it. */
export function primaryCode(error: unknown): number | undefined {
  return isSqliteError(error) ? error.errcode & 0xff : undefined;
}

/** A key or a unique column's value is taken already. */
export function isTaken(error: unknown): boolean {
  return isSqliteError(error) && [1555, 2067, 2579].includes(error.errcode);
}

/** An outage becomes a Failure that a caller may see; anything else is a bug and stays. */
export function storageFailure(file: string, error: unknown): unknown {
  const outage = outages[primaryCode(error) ?? -1];
  if (!outage) return error;
  return new Failure('unavailable', outage[0], `Database ${file}: ${outage[1]}`, { cause: error });
}
