import { expect, it } from 'vitest';
import type { Database } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import type { Query } from '#core/platform/ports/records.ts';
import { eachTest } from '#test/support/each-test.ts';
import { people, visits } from '#test/support/people/people-table.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';

// A page costs what it holds, however large the table: SQLite enters the index at the page's
// first row and never sorts. Timings would not show it on small tables; the plans do.

const world = eachTest(temporaryDatabase);

const team = { index: 'by_team', where: { team: 'red' } } as const;
const joined = { index: 'by_joined', where: { team: 'red', active: true } } as const;

const queries: [string, Query<ReturnType<typeof people.parse>>, string][] = [
  ['the key', {}, 'autoindex_people_1'],
  ['the key from a bound', { from: 'b' }, 'autoindex_people_1 (id>?)'],
  ['an index', team, 'by_team (team=?)'],
  ['an index, descending', { ...team, order: 'descending' }, 'by_team (team=?)'],
  ['a range', { index: 'by_age', from: 1, to: 2 }, 'by_age (age>? AND age<?)'],
  ['two equal columns', joined, 'by_joined (team=? AND active=?)'],
  ['a filter within', { ...team, filter: { age: 3 } }, 'by_team (team=?)'],
];

it.each(queries)('%s: the page comes out of the index', async (_, query, index) => {
  const { database } = world();
  const { records, plans } = watched(database);
  for (let at = 0; at < 9; at += 1) {
    const row = { id: `p${at}`, team: 'red', age: at, joined_at: `${at}` };
    await records.insert(people, row);
  }
  await records.list(people, query);
  expect(plans.at(-1)).toContain(index);
  expect(plans.at(-1)).not.toContain('TEMP B-TREE');
});

it('a short index leaves the order of ties to the query', async () => {
  const { records, plans } = watched(world().database);
  await records.list(people, { index: 'by_score', from: 1 });
  expect(plans.at(-1)).toMatch(/by_score \(score>\?\).*TEMP B-TREE FOR LAST TERM/);
});

it.each([
  ['text', team, '(name,id)>(?,?)'],
  ['text, descending', { ...team, order: 'descending' }, '(name,id)<(?,?)'],
  ['the key', {}, 'id>?'],
] as const)('a cursor enters the index behind its row: %s', async (_, query, place) => {
  const { database } = world();
  const { records, plans } = watched(database);
  for (const id of ['a', 'b', 'c', 'd']) await records.insert(people, { id, team: 'red' });
  const { cursor = '' } = await records.list(people, { ...query, limit: 1 });
  plans.length = 0;
  await records.list(people, { ...query, limit: 1, cursor });
  expect(plans[0]).toContain(place);
  expect(plans.join()).not.toContain('TEMP B-TREE');
});

it('leading columns of a key are a place in its index', async () => {
  const { database } = world();
  const { records, plans } = watched(database);
  await records.list(visits, { where: { place: 'a', day: 2 }, from: 'v' });
  expect(plans.at(-1)).toContain('(place=? AND day=? AND visitor>?)');
});

/** Records that note SQLite's plan of everything they read. */
function watched(database: Database) {
  const plans: string[] = [];
  const read: Database['read'] = (work) =>
    database.read((sql) =>
      work({
        ...sql,
        rows(text, values) {
          const marks = text.split('?').length - 1;
          const steps = sql
            .statement(`EXPLAIN QUERY PLAN ${text}`)
            .all(...Array.from({ length: marks }, () => null));
          plans.push(steps.map((step) => String(step['detail'])).join('; '));
          return sql.rows(text, values);
        },
      }),
    );
  return { plans, records: localRecords({ ...database, read }) };
}
