import { expect } from 'vitest';
import type { Records, Stored, Table } from '#core/platform/ports/records.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { people } from './people-table.ts';

export type Person = ReturnType<typeof people.parse>;

/** All ways of reading the table must agree, and every unique value must belong to a row that has
 * it. Returns the rows by key. */
export async function audited(
  records: Records,
  table: Table<Person>,
  emails: readonly string[],
): Promise<readonly Stored<Person>[]> {
  const { rows } = await records.list(table);
  for (const row of rows) expect(await records.get(table, { id: row.id })).toEqual(row);
  for (const team of ['red', 'blue', 'green']) {
    const expected = rows.filter((row) => row.team === team).map(({ id }) => id);
    const page = await records.list(table, { index: 'by_team', where: { team }, total: true });
    expect([team, page.rows.map(({ id }) => id).sort()]).toEqual([team, expected]);
    expect(page.total).toBe(expected.length);
  }
  const byAge = await records.list(table, { index: 'by_age' });
  expect(byAge.rows.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id));
  for (const email of emails) {
    const holders = rows.filter((row) => row.email === email);
    expect(holders.length).toBeLessThanOrEqual(1);
    const probe = records.insert(table, { id: 'probe', team: 'red', email });
    if (holders.length === 1) await expectFailure(probe, 'conflict', 'not_unique');
    else {
      await probe;
      await records.delete(table, { id: 'probe' });
    }
  }
  return rows;
}
