import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Expect, Key, Table } from '#core/platform/ports/records.ts';

/** What a table of turns has beside its key; its rows expire by `expires_at`. */
export const turnColumns = {
  /** Names who has the turn. */
  token: z.string(),
  expires_at: z.string(),
};

interface Turn {
  readonly token: string;
  readonly expires_at: string;
}

/**
 * Does the work while no other has the turn of that key. `isMine` is asked around the effect: a process
 * that was stopped may wake up when another has the turn. Undefined: another has it.
 */
export async function inTurn<Row extends Turn, Result>(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { table, key, milliseconds }: { table: Table<Row>; key: Key; milliseconds: number },
  work: (isMine: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  const token = randomUUID();
  const until = clock.now().getTime() + milliseconds;
  const row = { ...key, token, expires_at: new Date(until).toISOString() } as unknown as Row;
  if (!(await isWritten(records.insert(table, row)))) return undefined;
  try {
    return await work(() => clock.now().getTime() < until);
  } finally {
    await isWritten(records.delete(table, key, { token } as Expect<Row>));
  }
}
