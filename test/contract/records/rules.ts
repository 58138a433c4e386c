import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people, visits } from '#test/support/people/people-table.ts';
import type { Records } from '#core/platform/ports/records.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

const half = '\ud800';
const whole = '\ufffd';

const refusals: [what: string, code: string, call: (records: Records) => Promise<unknown>][] = [
  ['a key of another type', 'bad_key', (records) => records.get(people, { id: 1 })],
  ['a key that is null', 'bad_key', (records) => records.get(people, { id: null as never })],
  [
    'a key with one column more',
    'bad_key',
    (records) => records.get(people, { id: 'p', team: 'r' }),
  ],
  ['a part of a key', 'bad_key', (records) => records.delete(visits, { place: 'p' })],
  ['an unknown order', 'bad_query', (records) => records.list(people, { order: 'up' as never })],
  ['an offset of 2^53', 'bad_query', (records) => records.list(people, { offset: 2 ** 53 })],
  [
    'a filter on the version',
    'bad_query',
    (records) => records.list(people, { filter: { version: 1 } as never }),
  ],
  [
    'a filter of another type',
    'bad_query',
    (records) => records.list(people, { filter: { age: '1' as never } }),
  ],
];

/** What both homes must refuse, or take, in the same way. */
export function ruleCases(open: OpenRecords) {
  const world = eachTest(open);

  it.each(refusals)('%s is refused', async (_, code, call) => {
    const { records } = world();
    await records.insert(people, { id: 'p', team: 'r', age: 1 });
    await expectFailure(call(records), 'invalid', code);
    expect(await records.get(people, { id: 'p' })).toMatchObject({ age: 1, version: 1 });
  });

  it('json is equal by value, whatever the order of its keys', async () => {
    const { records } = world();
    const settings = { a: 1, b: [{ c: 2, d: 3 }] };
    const same = { b: [{ d: 3, c: 2 }], a: 1 };
    await records.insert(people, { id: 'p', team: 'r', tags: ['x'], extra: settings });
    const page = await records.list(people, { filter: { extra: same } });
    expect(page.rows.map(({ id }) => id)).toEqual(['p']);
    const changed = await records.update(people, { id: 'p' }, { age: 1 }, { extra: same });
    expect(changed).toMatchObject({ version: 2 });
    expect((await records.list(people, { filter: { extra: { a: 1 } } })).rows).toEqual([]);
  });

  it('half a surrogate pair is the replacement character, wherever it is given', async () => {
    const { records } = world();
    const given = { id: half, team: half, name: half, email: half };
    const row = await records.insert(people, given);
    expect(row).toMatchObject({ id: whole, team: whole, name: whole, email: whole });
    expect(await records.get(people, { id: half })).toEqual(row);
    const query = { index: 'by_team', where: { team: half }, from: half } as const;
    expect((await records.list(people, { ...query, filter: { email: half } })).rows).toEqual([row]);
    const contains = { columns: ['name'] as const, text: half };
    expect((await records.list(people, { contains })).rows).toEqual([row]);
    const changed = records.update(people, { id: half }, { id: half, age: 1 }, { name: half });
    expect(await changed).toMatchObject({ version: 2 });
  });
}
