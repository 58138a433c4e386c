import { Failure } from '../../../failure.ts';

export const damaged = 'damaged; restore it from a backup, or move it away to begin anew';
const busy: Outage = ['storage_busy', 'locked by another program; try again, or stop that program'];

type Outage = readonly [code: string, cause: string];

/** What SQLite's primary result codes mean for the operator (https://sqlite.org/rescode.html). */
const outages: Readonly<Record<number, Outage>> = {
  5: busy,
  6: busy,
  7: ['storage_failed', 'the system is out of memory; try again'],
  8: ['storage_read_only', 'not writable; correct the permissions of the file and its folder'],
  10: ['storage_failed', 'the disk reports an error; check the disk and its file system'],
  11: ['storage_damaged', damaged],
  13: ['storage_full', 'the disk is full; free some space and try again'],
  14: ['storage_failed', 'cannot be opened; check that it is a file, and the permissions'],
  26: ['storage_damaged', `not a SQLite database, or ${damaged}`],
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
  const [code, cause] = outages[primaryCode(error) ?? -1] ?? [];
  if (code === undefined) return error;
  return new Failure('unavailable', code, `Database ${file}: ${cause}`, { cause: error });
}

/** The same at the start. */
export function openingFailure(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const cause = outages[primaryCode(error) ?? -1]?.[1] ?? reason;
  return unusable(file, cause, error);
}

export function unusable(file: string, problem: string, cause?: unknown): Failure {
  const text = `Database ${file}: ${problem}`;
  return new Failure('configuration', 'bad_database', text, { cause });
}
