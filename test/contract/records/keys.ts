import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people, visits } from '#test/support/people/people-table.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

/** Ordered by UTF-8 bytes; UTF-16 would put the last two before U+FB01. */
const awkward = [
  '',
  '\u0000',
  '\u0001',
  ' ',
  ' a',
  '#',
  '%',
  '%2F',
  '..',
  '/',
  '/a/b',
  ':',
  'A',
  '\\',
  '_',
  'a',
  'a ',
  'a#b',
  'a%b',
  'e\u0301',
  'é',
  'ﬁ',
  '\uffff',
  '\u{10000}',
  '😀',
];

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export function keyCases(open: OpenRecords) {
  const world = eachTest(open);

  it('any text is a key, an equal column and an order column of its own', async () => {
    const { records } = world();
    for (const [age, text] of [...awkward].reverse().entries()) {
      await records.insert(people, { id: text, team: text, name: text, age });
    }
    for (const text of awkward) {
      expect(await records.get(people, { id: text })).toMatchObject({ id: text, name: text });
      const page = await records.list(people, { index: 'by_team', where: { team: text } });
      expect(page.rows.map(({ id }) => id)).toEqual([text]);
    }
    expect((await records.list(people)).rows.map(({ id }) => id)).toEqual(awkward);
  });

  it('columns of one key do not run into each other', async () => {
    const { records } = world();
    const pairs = [
      ['a', 'b#c'],
      ['a#b', 'c'],
      ['a/', '/b'],
      ['a//', 'b'],
      ['', 'a'],
      ['a', ''],
      ['a\u0000', 'b'],
      ['a', '\u0000b'],
    ] as const;
    for (const [place, visitor] of pairs) await records.insert(visits, visit(place, visitor));
    for (const [place, visitor] of pairs) {
      expect(await records.get(visits, { place, day: 1, visitor })).toMatchObject({
        place,
        visitor,
      });
      const page = await records.list(visits, { where: { place } });
      const expected = pairs.filter(([other]) => other === place).map(([, name]) => name);
      expect(page.rows.map((row) => row.visitor).sort()).toEqual([...expected].sort());
    }
    expect((await records.list(visits, { total: true })).total).toBe(pairs.length);
  });

  // 'ä' is two bytes, so that a limit counted in characters is caught.
  it('a key of 600 bytes is fine, of 601 is refused everywhere', async () => {
    const { records } = world();
    const fits = 'ä'.repeat(300);
    const over = fits + 'a';
    await records.insert(people, { id: fits, team: 'red' });
    expect(await records.update(people, { id: fits }, { age: 1 })).toMatchObject({ version: 2 });
    expect(await records.get(people, { id: fits })).toMatchObject({ age: 1 });
    const refused = [
      () => records.insert(people, { id: over, team: 'red' }),
      () => records.put(people, { id: over, team: 'red' }),
      () => records.get(people, { id: over }),
      () => records.update(people, { id: over }, { age: 1 }),
      () => records.delete(people, { id: over }),
    ];
    for (const call of refused) await expectFailure(call(), 'invalid', 'key_too_long');
    expect((await records.list(people)).rows.map(({ id }) => id)).toEqual([fits]);
  });

  it('an order column of 400 bytes is fine, of 401 is refused', async () => {
    const { records } = world();
    const fits = 'ä'.repeat(200);
    const over = fits + 'a';
    await records.insert(people, { id: 'p1', team: 'red', name: fits, joined_at: fits });
    const query = { index: 'by_team', where: { team: 'red' }, from: fits } as const;
    expect((await records.list(people, query)).rows).toHaveLength(1);
    const refused = [
      () => records.insert(people, { id: 'p2', team: 'red', name: over }),
      () => records.put(people, { id: 'p2', team: 'red', joined_at: over }),
      () => records.put(people, { id: 'p1', name: over }),
      () => records.update(people, { id: 'p1' }, { name: over }),
    ];
    for (const call of refused) await expectFailure(call(), 'invalid', 'key_too_long');
    expect((await records.list(people)).rows).toMatchObject([{ id: 'p1', name: fits, version: 1 }]);
  });

  it('equal, unique and other columns may be longer than any key', async () => {
    const { records } = world();
    const long = 'ä'.repeat(3000);
    await records.insert(people, { id: 'p1', team: long, email: long, note: long });
    const page = await records.list(people, { index: 'by_team', where: { team: long } });
    expect(page.rows).toMatchObject([{ id: 'p1', email: long, note: long }]);
    await expectFailure(
      records.insert(people, { id: 'p2', team: 'red', email: long }),
      'conflict',
      'not_unique',
    );
    await records.insert(people, { id: 'p2', team: long + 'a', email: long + 'a' });
    const other = await records.list(people, { index: 'by_team', where: { team: long + 'a' } });
    expect(other.rows.map(({ id }) => id)).toEqual(['p2']);
  });

  it('a row of 1 MiB behaves like any other', async () => {
    const { records } = world();
    const note = 'ä😀abcd12'.repeat(mebibyte / 12);
    await records.insert(people, { id: 'p1', team: 'red', name: 'n', note });
    expect((await records.get(people, { id: 'p1' }))?.note === note).toBe(true);
    await records.update(people, { id: 'p1' }, { age: 1 }, { version: 1 });
    const page = await records.list(people, { index: 'by_age', filter: { note } });
    expect(page.rows.map((row) => [row.version, row.note === note])).toEqual([[2, true]]);
    await records.update(people, { id: 'p1' }, { note: 'small' });
    expect(await records.get(people, { id: 'p1' })).toMatchObject({ note: 'small', version: 3 });
    await records.put(people, { id: 'p1', note });
    expect(await records.delete(people, { id: 'p1' }, { version: 4 })).toBe(true);
    expect(await records.get(people, { id: 'p1' })).toBeUndefined();
  });

  it('a row just under 16 MiB is kept, a larger one is refused', async () => {
    const { records } = world();
    const fits = 'x'.repeat(16 * mebibyte - 4 * kibibyte);
    await records.insert(people, { id: 'p1', team: 'red', note: fits });
    expect((await records.get(people, { id: 'p1' }))?.note === fits).toBe(true);
    const over = 'ä'.repeat(8 * mebibyte);
    const refused = [
      () => records.insert(people, { id: 'p2', team: 'red', note: over }),
      () => records.put(people, { id: 'p2', team: 'red', note: over }),
      () => records.update(people, { id: 'p1' }, { note: over }),
    ];
    for (const call of refused) await expectFailure(call(), 'too-large', 'row_too_large');
    expect((await records.get(people, { id: 'p1' }))?.version).toBe(1);
    expect(await records.get(people, { id: 'p2' })).toBeUndefined();
  });
}

function visit(place: string, visitor: string) {
  return { place, day: 1, visitor, badge: null, locker: null };
}
