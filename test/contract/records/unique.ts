import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people } from '#test/support/people/people-table.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

const email = 'a@example.com';

export function uniqueCases(open: OpenRecords) {
  const world = eachTest(open);
  const refused = (promise: Promise<unknown>) => expectFailure(promise, 'conflict', 'not_unique');
  const person = (id: string, address: string | null) => ({ id, team: 'red', email: address });

  it('a held value is refused by insert, put and update, and nothing changes', async () => {
    const { records } = world();
    await records.insert(people, person('p1', email));
    await records.insert(people, person('p2', null));
    await refused(records.insert(people, person('p3', email)));
    await refused(records.put(people, person('p3', email)));
    await refused(records.put(people, { id: 'p2', email }));
    await refused(records.update(people, { id: 'p2' }, { email, age: 3 }));
    const { rows } = await records.list(people);
    expect(rows.map((row) => [row.id, row.email, row.age, row.version])).toEqual([
      ['p1', email, 0, 1],
      ['p2', null, 0, 1],
    ]);
  });

  it('null is no value: many rows hold it', async () => {
    const { records } = world();
    for (const id of ['p1', 'p2', 'p3']) await records.insert(people, person(id, null));
    expect((await records.list(people)).rows).toHaveLength(3);
  });

  it('a row may write its own value again', async () => {
    const { records } = world();
    await records.insert(people, person('p1', email));
    await records.put(people, { id: 'p1', email });
    expect(await records.update(people, { id: 'p1' }, { email })).toMatchObject({ version: 3 });
    await refused(records.insert(people, person('p2', email)));
  });

  const freed: [string, (records: ReturnType<typeof world>['records']) => Promise<unknown>][] = [
    ['delete', (records) => records.delete(people, { id: 'p1' })],
    ['delete with an expectation', (records) => records.delete(people, { id: 'p1' }, { email })],
    [
      'an update to another value',
      (records) => records.update(people, { id: 'p1' }, { email: 'b' }),
    ],
    ['an update to null', (records) => records.update(people, { id: 'p1' }, { email: null })],
    ['a put of another value', (records) => records.put(people, { id: 'p1', email: 'b' })],
  ];
  it.each(freed)('the value is free again after %s', async (_, free) => {
    const { records } = world();
    await records.insert(people, person('p1', email));
    await refused(records.insert(people, person('p2', email)));
    await free(records);
    await records.insert(people, person('p2', email));
    await refused(records.insert(people, person('p3', email)));
    if (await records.get(people, { id: 'p1' })) {
      await refused(records.update(people, { id: 'p1' }, { email }));
    }
  });

  it('a refused write holds no value', async () => {
    const { records } = world();
    await records.insert(people, person('p1', null));
    await expectFailure(records.insert(people, person('p1', email)), 'conflict', 'exists');
    await expectFailure(
      records.update(people, { id: 'p1' }, { email: 'b' }, { version: 9 }),
      'conflict',
      'changed',
    );
    await expectFailure(records.update(people, { id: 'p9' }, { email: 'c' }), 'missing', 'no_row');
    for (const [id, value] of [
      ['p2', email],
      ['p3', 'b'],
      ['p4', 'c'],
    ] as const) {
      await records.insert(people, person(id, value));
    }
  });
}
