import { describe, expect, it } from 'vitest';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { Query, Records } from '#core/platform/ports/records.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people } from '#test/support/people/people-table.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

type Person = ReturnType<typeof people.parse>;

const team = { index: 'by_team', where: { team: 'red' } } as const;
const joined = { index: 'by_joined', where: { team: 'red', active: true } } as const;

const others: [string, Query<Person>][] = [
  ['another index', joined],
  ['the key', {}],
  ['another value', { ...team, where: { team: 'blue' } }],
  ['another order', { ...team, order: 'descending' }],
  ['a filter', { ...team, filter: { note: 'odd' } }],
  ['a lower bound', { ...team, from: 'a' }],
  ['an upper bound', { ...team, to: 'z' }],
  ['contains', { ...team, contains: { columns: ['name'], text: 'n' } }],
];

export function pagingCases(open: OpenRecords) {
  const world = eachTest(open);

  it('a page holds 100 rows unless the query says otherwise', async () => {
    const { records } = world();
    await fill(records, 101);
    const first = await records.list(people, { total: true });
    expect([first.rows.length, first.total]).toEqual([100, 101]);
    const rest = await records.list(people, { cursor: first.cursor ?? '', total: true });
    expect([rest.rows.length, rest.total, rest.cursor]).toEqual([1, 101, undefined]);
    expect((await records.list(people, { limit: 10_000 })).rows).toHaveLength(101);
  });

  it('a cursor goes on from its row, whatever offset the query repeats', async () => {
    const { records } = world();
    await fill(records, 10);
    const query = { limit: 3, offset: 2 } as const;
    const whole = (await records.list(people)).rows;
    const first = await records.list(people, query);
    const second = await records.list(people, { ...query, cursor: first.cursor ?? '' });
    expect([...first.rows, ...second.rows]).toEqual(whole.slice(2, 8));
  });

  it.each(['ascending', 'descending'] as const)(
    '%s: rows written between pages push none out and none in twice',
    async (order) => {
      const { records } = world();
      await fill(records, 20);
      const query = { ...team, order, limit: 3 };
      const before = (await records.list(people, { ...team, order })).rows.map(({ id }) => id);
      let written = 0;
      const met = await walk(records, query, async () => {
        for (const name of ['', 'n1', 'zz']) {
          written += 1;
          await records.insert(people, { id: `new${written}`, team: 'red', name });
        }
        if (written > 60) throw new Error('the walk does not end');
      });
      const ids = met.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !id.startsWith('new'))).toEqual(before);
    },
  );

  it('a cursor goes on behind a row that was deleted or moved', async () => {
    const { records } = world();
    await fill(records, 9);
    const whole = (await records.list(people)).rows;
    const first = await records.list(people, { limit: 3 });
    await records.delete(people, { id: whole[2]?.id ?? '' });
    const rest = await records.list(people, { cursor: first.cursor ?? '' });
    expect(rest.rows).toEqual(whole.slice(3));
  });

  describe('refused cursors', () => {
    const refused = (promise: Promise<unknown>) => expectFailure(promise, 'invalid', 'bad_cursor');

    it.each(others)('of a query with %s', async (_, other) => {
      const { records } = world();
      await fill(records, 12);
      const cursor = (await records.list(people, { ...team, limit: 1 })).cursor ?? '';
      expect((await records.list(people, { ...team, cursor })).rows.length).toBeGreaterThan(0);
      await refused(records.list(people, { ...other, cursor }));
    });

    it.each(['', 'x', '!!', 'e30', 'bnVsbA', 'W10', 'A'.repeat(5000)])('%j', async (cursor) => {
      const { records } = world();
      await fill(records, 2);
      await refused(records.list(people, { cursor }));
    });
  });
}

/** Half of the rows share their name or have no date, so that every page cuts through a tie. */
async function fill(records: Records, count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `p${String((at * 7) % count).padStart(3, '0')}-${at}`,
    team: 'red',
    name: `n${at % 3}`,
    age: at % 8,
    note: at % 2 === 0 ? null : 'odd',
    joined_at: at % 2 === 0 ? '' : `2026-01-0${at % 5}`,
  }));
  await eachAtMost(20, rows, async (row) => void (await records.put(people, row)));
}

async function walk(records: Records, query: Query<Person>, between?: () => Promise<void>) {
  const rows: Person[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await records.list(people, cursor === undefined ? query : { ...query, cursor });
    rows.push(...page.rows);
    if (page.cursor === undefined) return rows;
    if (page.rows.length === 0) throw new Error('a cursor came with an empty page');
    cursor = page.cursor;
    await between?.();
  }
}
