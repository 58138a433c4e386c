import { isFailure } from '../platform/failure.ts';
import type { Expect, Key, Table } from '#core/platform/ports/records.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { sessions, wrongKeys } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

/** Removes sessions and counts of wrong keys that have expired. Gives how many. */
export async function sweepIdentity(needs: Needs): Promise<number> {
  const ended = await sweep(needs, sessions, ({ token_hash }) => ({ token_hash }));
  return ended + (await sweep(needs, wrongKeys, ({ client }) => ({ client })));
}

async function sweep<Row extends { readonly expires_at: string }>(
  { records, clock }: Needs,
  table: Table<Row>,
  keyOf: (row: Row) => Key,
): Promise<number> {
  let swept = 0;
  for (;;) {
    const to = clock.now().toISOString();
    const { rows } = await records.list(table, { index: 'by_expiry', to });
    if (rows.length === 0) return swept;
    for (const row of rows) {
      try {
        await records.delete(table, keyOf(row), { version: row.version } as Expect<Row>);
      } catch (error) {
        // It was just prolonged.
        if (!isFailure(error, 'conflict', 'changed')) throw error;
      }
    }
    swept += rows.length;
  }
}
