import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people } from '#test/support/people/people-table.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

const fresh = {
  id: 'p1',
  team: 'red',
  name: '',
  email: null,
  age: 0,
  score: 0,
  active: true,
  tags: [],
  joined_at: '',
  extra: null,
  note: null,
  version: 1,
};

export function rowCases(open: OpenRecords) {
  const world = eachTest(open);

  it('insert: fills in what has an initial value, and get returns the same row', async () => {
    const { records } = world();
    expect(await records.insert(people, { id: 'p1', team: 'red' })).toEqual(fresh);
    expect(await records.get(people, { id: 'p1' })).toEqual(fresh);
  });

  const values: [string, object][] = [
    [
      'text with every kind of character',
      { note: 'a\u0000\u0001\t\n"\'\\é e\u0301 日本 😀 \uffff' },
    ],
    ['empty text is not null', { note: '', email: '' }],
    ['the largest integers', { age: Number.MAX_SAFE_INTEGER }],
    ['the smallest integers', { age: Number.MIN_SAFE_INTEGER }],
    ['fractions', { score: -0.1 }],
    ['large and small fractions', { score: 1.7976931348623157e308 }],
    ['the smallest fraction', { score: 5e-324 }],
    ['a whole number in a real column', { score: 3 }],
    ['false', { active: false }],
    ['json', { tags: ['b', '', 'a', 'Ünï 😀 "quoted"', 'null'] }],
  ];
  it.each(values)('keeps %s', async (_, columns) => {
    const { records } = world();
    const row = { ...fresh, ...columns };
    expect(await records.insert(people, { id: 'p1', team: 'red', ...columns })).toEqual(row);
    expect(await records.get(people, { id: 'p1' })).toEqual(row);
    expect((await records.list(people)).rows).toEqual([row]);
  });

  it('add: writes rows whose keys are free, and leaves the others', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p1', team: 'red' });
    const rows = [
      { id: 'p1', team: 'blue' },
      { id: 'p2', team: 'blue' },
    ];
    for (const each of [records, records.unsynced]) {
      await each.add(people, rows);
      const all = (await records.list(people)).rows.map(({ id, team }) => [id, team]);
      expect(all).toEqual([
        ['p1', 'red'],
        ['p2', 'blue'],
      ]);
    }
    await records.add(people, []);
  });

  it('add: a value that another row holds is a conflict', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p1', team: 'red', email: 'a@b.test' });
    const rows = [{ id: 'p2', team: 'red', email: 'a@b.test' }];
    await expectFailure(records.add(people, rows), 'conflict', 'not_unique');
  });

  it('insert: a taken key is a conflict and changes nothing', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p1', team: 'red' });
    await expectFailure(records.insert(people, { id: 'p1', team: 'blue' }), 'conflict', 'exists');
    expect(await records.get(people, { id: 'p1' })).toEqual(fresh);
  });

  const refused: [string, object][] = [
    ['without a column that has no initial value', { id: 'p1' }],
    ['with an unknown column', { id: 'p1', team: 'red', height: 2 }],
    ['with text for a number', { id: 'p1', team: 'red', age: '7' }],
    ['with a fraction for an integer', { id: 'p1', team: 'red', age: 1.5 }],
    ['with null where null is not allowed', { id: 'p1', team: null }],
  ];
  it.each(refused)('insert and put: a row %s is refused', async (_, row) => {
    const { records } = world();
    await expectFailure(records.insert(people, row), 'invalid');
    await expectFailure(records.put(people, row), 'invalid');
    expect((await records.list(people)).rows).toEqual([]);
  });

  it('put: makes the row, then writes only the given columns', async () => {
    const { records } = world();
    expect(await records.put(people, { id: 'p1', team: 'red', note: 'kept' })).toEqual({
      ...fresh,
      note: 'kept',
    });
    const second = { ...fresh, note: 'kept', age: 40, version: 2 };
    expect(await records.put(people, { id: 'p1', age: 40 })).toEqual(second);
    expect(await records.get(people, { id: 'p1' })).toEqual(second);
  });

  it('update: changes the given columns, null among them', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p1', team: 'red', note: 'gone', age: 1 });
    const changed = { ...fresh, age: 2, note: null, version: 2 };
    expect(await records.update(people, { id: 'p1' }, { age: 2, note: null })).toEqual(changed);
    expect(await records.get(people, { id: 'p1' })).toEqual(changed);
  });

  it('update: an absent row is missing, with and without an expectation', async () => {
    const { records } = world();
    const key = { id: 'p1' };
    await expectFailure(records.update(people, key, { age: 2 }), 'missing', 'no_row');
    await expectFailure(records.update(people, key, { age: 2 }, { age: 1 }), 'missing', 'no_row');
    expect(await records.get(people, key)).toBeUndefined();
  });

  it('update: never the key, and never to what a column cannot hold', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p1', team: 'red' });
    await expectFailure(records.update(people, { id: 'p1' }, { id: 'p2' }), 'invalid');
    await expectFailure(records.update(people, { id: 'p1' }, { age: 1.5 }), 'invalid');
    expect((await records.list(people)).rows).toEqual([fresh]);
  });

  const expectations: [string, object, boolean][] = [
    ['the version', { version: 1 }, true],
    ['another version', { version: 2 }, false],
    ['a number', { age: 7 }, true],
    ['another number', { age: 8 }, false],
    ['text', { team: 'red' }, true],
    ['null', { email: null }, true],
    ['null where there is text', { note: null }, false],
    ['text where there is null', { email: '' }, false],
    ['false where there is true', { active: false }, false],
    ['json', { tags: ['a', 'b'] }, true],
    ['json in another order', { tags: ['b', 'a'] }, false],
    ['several, all held', { version: 1, age: 7, active: true }, true],
    ['several, one not held', { version: 1, age: 7, active: false }, false],
  ];
  it.each(expectations)('update and delete: expecting %s', async (_, expected, held) => {
    const { records } = world();
    const key = { id: 'p1' };
    await records.insert(people, { id: 'p1', team: 'red', age: 7, note: 'x', tags: ['a', 'b'] });
    if (held) {
      expect(await records.update(people, key, { name: 'n' }, expected)).toMatchObject({
        name: 'n',
        version: 2,
      });
      await records.delete(people, key);
      await records.insert(people, { id: 'p1', team: 'red', age: 7, note: 'x', tags: ['a', 'b'] });
      expect(await records.delete(people, key, expected)).toBe(true);
      expect(await records.get(people, key)).toBeUndefined();
    } else {
      await expectFailure(
        records.update(people, key, { name: 'n' }, expected),
        'conflict',
        'changed',
      );
      await expectFailure(records.delete(people, key, expected), 'conflict', 'changed');
      expect(await records.get(people, key)).toMatchObject({ name: '', version: 1 });
    }
  });

  it('delete: true once, then false; the key is free again', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p1', team: 'red' });
    expect(await records.delete(people, { id: 'p1' })).toBe(true);
    expect(await records.get(people, { id: 'p1' })).toBeUndefined();
    expect(await records.delete(people, { id: 'p1' })).toBe(false);
    expect(await records.delete(people, { id: 'p1' }, { version: 1 })).toBe(false);
    expect(await records.insert(people, { id: 'p1', team: 'red' })).toEqual(fresh);
  });

  it('nextId: starts at 1 and grows, each sequence by itself', async () => {
    const { records } = world();
    expect(await records.nextId('a')).toBe(1);
    const second = await records.nextId('a');
    expect(second).toBeGreaterThan(1);
    expect(await records.nextId('ä/#%')).toBe(1);
    expect(await records.nextId('a')).toBeGreaterThan(second);
  });

  it('stamp: the same while nothing is written, another one after every write, or none at all', async () => {
    const { records } = world();
    const stamps = [await records.stamp()];
    const look = async (write: Promise<unknown>) => {
      await write;
      expect(await records.list(people)).toHaveProperty('rows');
      stamps.push(await records.stamp());
      expect(await records.stamp()).toBe(stamps.at(-1));
    };
    await look(records.insert(people, { id: 'p1', team: 'red' }));
    await look(records.put(people, { id: 'p1', name: 'other' }));
    await look(records.update(people, { id: 'p1' }, { name: 'third' }));
    await look(records.nextId('a'));
    await look(records.delete(people, { id: 'p1' }));
    const canTell = stamps[0] !== undefined;
    expect(new Set(stamps).size).toBe(canTell ? stamps.length : 1);
  });

  it('a restart keeps rows, unique values, sequences and versions (R1)', async () => {
    const before = world();
    await before.records.insert(people, { id: 'p1', team: 'red', email: 'a@example.com' });
    await before.records.update(people, { id: 'p1' }, { age: 3 });
    await before.records.nextId('a');
    const records = (await before.reopen?.()) ?? before.records;
    expect(await records.get(people, { id: 'p1' })).toMatchObject({ age: 3, version: 2 });
    await expectFailure(
      records.insert(people, { id: 'p2', team: 'red', email: 'a@example.com' }),
      'conflict',
      'not_unique',
    );
    expect(await records.nextId('a')).toBeGreaterThan(1);
  });
}
