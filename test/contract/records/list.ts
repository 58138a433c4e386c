import { describe, expect, it } from 'vitest';
import type { Query } from '#core/platform/ports/records.ts';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people, visits } from '#test/support/people/people-table.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

type Person = ReturnType<typeof people.parse>;
type Visit = ReturnType<typeof visits.parse>;

const rows: Partial<Person>[] = [
  { id: 'a', team: 'red', name: 'Ada', age: 36, score: -1.5, joined_at: '2026-01-02' },
  { id: 'b', team: 'red', name: 'adam', age: -3, score: 2.25, tags: ['x', 'y'] },
  { id: 'c', team: 'red', name: 'Zoë', age: 0, score: -1.25, joined_at: '2026-01-01' },
  { id: 'd', team: 'red', name: '', age: 10, score: 10, email: 'D_1%@Ex.com' },
  { id: 'e', team: '', name: 'ÉMILE', age: 9, score: 0.1, email: '😀@ex.com' },
  { id: 'f', team: 'blue', name: 'Ada', age: 36, score: 0.3, active: false, note: 'Ada' },
];

const red = { team: 'red' };
const joined = { index: 'by_joined', where: { team: 'red', active: true } } as const;

const expected: [string, Query<Person>, string][] = [
  ['no query: by key', {}, 'abcdef'],
  ['by key, descending', { order: 'descending' }, 'fedcba'],
  ['the whole key', { where: { id: 'c' } }, 'c'],
  ['a key that is absent', { where: { id: 'x' } }, ''],
  ['a range of the key', { from: 'b', to: 'd' }, 'bcd'],
  ['equal column, ordered by text', { index: 'by_team', where: red }, 'dacb'],
  ['an equal column that is empty', { index: 'by_team', where: { team: '' } }, 'e'],
  ['no match', { index: 'by_team', where: { team: 're' } }, ''],
  ['from, inclusive', { index: 'by_team', where: red, from: 'Zoë' }, 'cb'],
  ['to, inclusive', { index: 'by_team', where: red, to: 'Ada' }, 'da'],
  ['from beyond to', { index: 'by_age', from: 10, to: 9 }, ''],
  ['integers, negative ones first', { index: 'by_age' }, 'bcedaf'],
  ['integers, descending with the key', { index: 'by_age', order: 'descending' }, 'fadecb'],
  ['a range of integers', { index: 'by_age', from: -3, to: 9 }, 'bce'],
  ['a range from 10', { index: 'by_age', from: 10 }, 'daf'],
  ['fractions', { index: 'by_score' }, 'acefbd'],
  ['a range of fractions', { index: 'by_score', from: -1.25, to: 0.25 }, 'ce'],
  ['empty text first', joined, 'bdca'],
  ['empty text last when descending', { ...joined, order: 'descending' }, 'acdb'],
  ['false as an equal value', { index: 'by_joined', where: { team: 'blue', active: false } }, 'f'],
  ['filter by text', { filter: { name: 'Ada' } }, 'af'],
  ['filter by null', { filter: { email: null } }, 'abcf'],
  ['filter by boolean', { filter: { active: false } }, 'f'],
  ['filter by number', { filter: { age: 36, score: 0.3 } }, 'f'],
  ['filter by json', { filter: { tags: ['x', 'y'] } }, 'b'],
  ['filter by json of another order', { filter: { tags: ['y', 'x'] } }, ''],
  ['filter within an index', { index: 'by_team', where: red, filter: { age: 36 } }, 'a'],
  ['contains, whatever the case', { contains: { columns: ['name'], text: 'ADA' } }, 'abf'],
  ['contains beyond ASCII', { contains: { columns: ['name'], text: 'éMi' } }, 'e'],
  ['contains in the middle', { contains: { columns: ['name'], text: 'OË' } }, 'c'],
  ['contains: % is a character', { contains: { columns: ['email'], text: '%' } }, 'd'],
  ['contains: _ is a character', { contains: { columns: ['email'], text: 'd_1' } }, 'd'],
  ['contains: beyond 16 bits', { contains: { columns: ['email'], text: '😀@' } }, 'e'],
  ['contains in any of the columns', { contains: { columns: ['name', 'email'], text: 'e' } }, 'de'],
  ['contains, empty: any text but null', { contains: { columns: ['email'], text: '' } }, 'de'],
  ['contains: only the named columns', { contains: { columns: ['email'], text: 'ada' } }, ''],
  [
    'everything together',
    {
      index: 'by_team',
      where: red,
      from: 'A',
      to: 'z',
      filter: { active: true },
      contains: { columns: ['name'], text: 'a' },
      order: 'descending',
    },
    'ba',
  ],
];

const keyed: [string, Query<Visit>, string][] = [
  ['leading column', { where: { place: 'a' } }, 'a1u a2u a2v a10u'],
  ['leading columns', { where: { place: 'a', day: 2 } }, 'a2u a2v'],
  ['all columns', { where: { place: 'a', day: 2, visitor: 'v' } }, 'a2v'],
  ['range of the next column', { where: { place: 'a' }, from: 2, to: 9 }, 'a2u a2v'],
  ['descending', { where: { place: 'a' }, order: 'descending' }, 'a10u a2v a2u a1u'],
  ['an index with ties', { index: 'by_visitor', where: { visitor: 'u' } }, 'b-1u a1u a2u a10u'],
];

const nonsense: [string, Query<Person>][] = [
  ['an unknown index', { index: 'by_height' }],
  ['an index without its equal columns', { index: 'by_team' }],
  ['an index with half of its equal columns', { index: 'by_joined', where: red }],
  ['an index with a further column in where', { index: 'by_age', where: red }],
  ['a where that is not the key', { where: red }],
  ['a filter on an unknown column', { filter: { height: 2 } as Partial<Person> }],
  ['contains on a column that is not searchable', { contains: { columns: ['note'], text: 'a' } }],
  ['text bounds on a number', { index: 'by_age', from: '1' }],
  ['number bounds on text', { index: 'by_team', where: red, to: 1 }],
  ['no limit to speak of', { limit: 0 }],
  ['a limit of a fraction', { limit: 1.5 }],
  ['a limit above 10,000', { limit: 10_001 }],
  ['a negative offset', { offset: -1 }],
];

const picked = (row: Person, columns: readonly (keyof Person)[]) =>
  Object.fromEntries(columns.map((name) => [name, row[name]]));

export function listCases(open: OpenRecords) {
  const world = eachTest(open);

  describe('finds', () => {
    const filled = eachTest(async () => {
      const opened = await open();
      // Written in neither order, so that the order of writing cannot pass for one.
      for (const at of [3, 0, 5, 1, 4, 2]) await opened.records.insert(people, rows[at] ?? {});
      for (const [place, day, visitor] of [
        ['a', 10, 'u'],
        ['a', 2, 'v'],
        ['b', -1, 'u'],
        ['a', 2, 'u'],
        ['a', 1, 'u'],
      ] as const) {
        await opened.records.insert(visits, { place, day, visitor });
      }
      return opened;
    });

    it.each(expected)('%s', async (_, query, ids) => {
      const page = await filled().records.list(people, { ...query, total: true });
      expect(page.rows.map(({ id }) => id).join('')).toBe(ids);
      expect(page.total).toBe(ids.length);
      expect(page.cursor).toBeUndefined();
      // A column of every index, and one that only rows have.
      for (const columns of [['id', 'active'] as const, ['team', 'note'] as const]) {
        const parts = await filled().records.listColumns(people, { ...query, limit: 2 }, columns);
        expect(parts.rows).toEqual(page.rows.slice(0, 2).map((row) => picked(row, columns)));
        const { cursor } = parts;
        if (cursor === undefined) continue;
        const rest = await filled().records.listColumns(people, { ...query, cursor }, columns);
        expect(rest.rows).toEqual(page.rows.slice(2).map((row) => picked(row, columns)));
      }
    });

    it.each(keyed)('in a key of several columns: %s', async (_, query, names) => {
      const page = await filled().records.list(visits, query);
      const found = page.rows.map(({ place, day, visitor }) => `${place}${day}${visitor}`);
      expect(found.join(' ')).toBe(names);
    });

    it.each(nonsense)('refuses %s', async (_, query) => {
      await expectFailure(filled().records.list(people, query), 'invalid', 'bad_query');
    });
  });

  it('sees every acknowledged write at once, in every index', async () => {
    const { records } = world();
    const seen = async () => {
      const [all, team, age] = await Promise.all([
        records.list(people, { total: true }),
        records.list(people, { index: 'by_team', where: { team: 'red' }, total: true }),
        records.list(people, { index: 'by_age', from: 5, total: true }),
      ]);
      return [all.total, team.total, age.total];
    };
    for (let round = 0; round < 5; round += 1) {
      const id = `p${round}`;
      await records.insert(people, { id, team: 'red', age: 1 });
      expect(await seen()).toEqual([1, 1, 0]);
      await records.update(people, { id }, { age: 5 });
      expect(await seen()).toEqual([1, 1, 1]);
      await records.put(people, { id, team: 'blue' });
      expect(await seen()).toEqual([1, 0, 1]);
      await records.update(people, { id }, { age: 4 });
      expect(await seen()).toEqual([1, 0, 0]);
      await records.delete(people, { id });
      expect(await seen()).toEqual([0, 0, 0]);
    }
  });
}
