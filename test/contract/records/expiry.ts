import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { table } from '#core/platform/table.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

export const tickets = table({
  name: 'tickets',
  version: 1,
  columns: z.object({
    id: z.string(),
    seat: z.nullable(z.string()),
    uses: z._default(z.int(), 0),
    note: z.nullable(z.string()),
    ends_at: z.nullable(z.string()),
  }),
  key: ['id'],
  unique: ['seat'],
  indexes: { by_uses: { equal: [], order: 'uses' } },
  expires: 'ends_at',
});

const minute = 60_000;

/** Rows whose time is over are absent at once, whenever the storage removes them. */
export function expiryCases(open: OpenRecords) {
  const world = eachTest(open);
  const ticket = (id: string, minutes: number | null, seat: string | null = null) => ({
    ...{ id, seat },
    ends_at: minutes === null ? null : time(minutes),
  });
  const time = (minutes: number) =>
    new Date(world().clock.now().getTime() + minutes * minute).toISOString();
  const listed = async (query = {}) => {
    const { rows, total } = await world().records.list(tickets, { ...query, total: true });
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => id);
  };

  it('a row is there until its time, and absent from then on', async () => {
    const { records, clock } = world();
    for (const [id, minutes] of [
      ['a', 1],
      ['b', 2],
      ['c', null],
    ] as const) {
      await records.insert(tickets, ticket(id, minutes));
    }
    await clock.advance(minute - 1);
    expect(await listed()).toEqual(['a', 'b', 'c']);
    await clock.advance(1);
    expect(await records.get(tickets, { id: 'a' })).toBeUndefined();
    expect(await records.get(tickets, { id: 'b' })).toMatchObject({ version: 1 });
    expect(await listed()).toEqual(['b', 'c']);
    expect(await listed({ index: 'by_uses', order: 'descending' })).toEqual(['c', 'b']);
    expect(await listed({ filter: { seat: null } })).toEqual(['b', 'c']);
    const late = { id: 'a' };
    await expectFailure(records.update(tickets, late, { uses: 1 }), 'missing', 'no_row');
    expect(await records.delete(tickets, late)).toBe(false);
    await clock.advance(1_000 * minute);
    expect(await listed()).toEqual(['c']);
  });

  it.each(['insert', 'put'] as const)(
    '%s of a key whose time is over makes a new row',
    async (write) => {
      const { records, clock } = world();
      await records.insert(tickets, { ...ticket('a', 1, 's1'), note: 'old' });
      await records.update(tickets, { id: 'a' }, { uses: 6 });
      await clock.advance(minute);
      const row = { ...ticket('a', 1), note: null, uses: 0, version: 1 };
      expect(await records[write](tickets, ticket('a', 1))).toEqual(row);
      expect(await records.get(tickets, { id: 'a' })).toEqual(row);
      expect(await listed({ index: 'by_uses' })).toEqual(['a']);
      await expectFailure(records.insert(tickets, ticket('a', 1)), 'conflict', 'exists');
    },
  );

  it('a unique value is free when the time of its row is over, and not before', async () => {
    const { records, clock } = world();
    await records.insert(tickets, ticket('a', 1, 's1'));
    await expectFailure(records.insert(tickets, ticket('b', 9, 's1')), 'conflict', 'not_unique');
    await clock.advance(minute);
    await records.insert(tickets, ticket('b', 9, 's1'));
    await expectFailure(records.insert(tickets, ticket('a', 9, 's1')), 'conflict', 'not_unique');
    await records.insert(tickets, ticket('a', 1, 's2'));
    await expectFailure(records.insert(tickets, ticket('c', 9, 's1')), 'conflict', 'not_unique');
    await clock.advance(minute);
    await records.insert(tickets, ticket('a', 1, 's2'));
    await expectFailure(records.update(tickets, { id: 'b' }, { seat: 's2' }), 'conflict');
    expect(await listed()).toEqual(['a', 'b']);
  });

  it.each(['tomorrow', '2026-01-01', '+012026-01-01T00:00:00.000Z'])(
    'the time %s is refused',
    async (ends_at) => {
      const { records } = world();
      const refused = records.insert(tickets, { ...ticket('a', 1), ends_at });
      await expectFailure(refused, 'invalid', 'bad_time');
      expect(await listed()).toEqual([]);
    },
  );

  it('a row that may expire takes at most 300,000 bytes', async () => {
    const { records } = world();
    const note = 'x'.repeat(300_000);
    const large = records.insert(tickets, { ...ticket('a', 1), note });
    await expectFailure(large, 'too-large', 'row_too_large');
    await records.insert(tickets, { ...ticket('a', 1), note: note.slice(1_000) });
  });
}
