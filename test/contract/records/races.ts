import { describe, expect, it } from 'vitest';
import { isFailure } from '#core/platform/failure.ts';
import { eachTest } from '#test/support/each-test.ts';
import { outcomes } from '#test/support/expect-failure.ts';
import { people } from '#test/support/people/people-table.ts';
import type { OpenRecords } from '#test/contract/records-suite.ts';

const email = 'a@example.com';

export function raceCases(open: OpenRecords) {
  const world = eachTest(open);

  describe.each([2, 64])('%i at once', (count) => {
    const all = <T>(start: (at: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, at) => start(at)));
    const race = <T>(start: (at: number) => Promise<T>) =>
      outcomes(Array.from({ length: count }, (_, at) => start(at)));
    const losers = (code: string) => Array.from({ length: count - 1 }, () => `conflict ${code}`);

    it('insert one key: one succeeds (R2)', async () => {
      const { records } = world();
      const { won, lost } = await race((age) =>
        records.insert(people, { id: 'p', team: 'r', age }),
      );
      expect(won).toHaveLength(1);
      expect(lost).toEqual(losers('exists'));
      expect(await records.get(people, { id: 'p' })).toEqual(won[0]);
    });

    it('update to one unique value: one succeeds', async () => {
      const { records } = world();
      await all((at) => records.insert(people, { id: `p${at}`, team: 'r' }));
      const { won, lost } = await race((at) => records.update(people, { id: `p${at}` }, { email }));
      expect(won).toHaveLength(1);
      expect(lost).toEqual(losers('not_unique'));
      expect((await records.list(people, { filter: { email } })).rows).toEqual(won);
    });

    it('update with the version seen: one succeeds', async () => {
      const { records } = world();
      await records.insert(people, { id: 'p', team: 'r' });
      const { won, lost } = await race((age) =>
        records.update(people, { id: 'p' }, { age }, { version: 1 }),
      );
      expect(won).toHaveLength(1);
      expect(lost).toEqual(losers('changed'));
      expect(await records.get(people, { id: 'p' })).toEqual({ ...won[0], version: 2 });
    });

    it('update without expectation: all succeed, none is lost', async () => {
      const { records } = world();
      await records.insert(people, { id: 'p', team: 'r' });
      const rows = await all((age) => records.update(people, { id: 'p' }, { age }));
      const versions = rows.map(({ version }) => version).sort((a, b) => a - b);
      expect(versions).toEqual(Array.from({ length: count }, (_, at) => at + 2));
      const last = rows.find(({ version }) => version === count + 1);
      expect(await records.get(people, { id: 'p' })).toEqual(last);
    });

    it('nextId: never the same twice', async () => {
      const { records } = world();
      const ids = await all(() => records.nextId('s'));
      expect(new Set(ids).size).toBe(count);
      expect(Math.min(...ids)).toBeGreaterThan(0);
    });

    it('update and delete of the version seen: one of them happens', async () => {
      const { records } = world();
      await records.insert(people, { id: 'p', team: 'r', email });
      const { won, lost } = await race(async (at) =>
        at % 2 === 0
          ? records.update(people, { id: 'p' }, { email: 'b' }, { version: 1 })
          : (await records.delete(people, { id: 'p' }, { version: 1 })) && 'deleted',
      );
      const happened = won.filter((value) => value !== false);
      expect(happened).toHaveLength(1);
      // After a delete won, others may find the row absent instead of changed.
      expect(lost.filter((end) => !/^(conflict changed|missing no_row)$/.test(end))).toEqual([]);
      const left = await records.get(people, { id: 'p' });
      expect(left?.email).toBe(happened[0] === 'deleted' ? undefined : 'b');
      await records.insert(people, { id: 'q', team: 'r', email });
    });
  });

  it('read, change, write with the version seen, again when changed: nothing is lost', async () => {
    const { records } = world();
    await records.insert(people, { id: 'p', team: 'r' });
    await Promise.all(Array.from({ length: 8 }, () => addTag()));
    const row = await records.get(people, { id: 'p' });
    expect(row?.tags).toHaveLength(8);

    async function addTag(): Promise<unknown> {
      for (;;) {
        const seen = await records.get(people, { id: 'p' });
        if (!seen) throw new Error('the row is gone');
        const { tags, version } = seen;
        try {
          return await records.update(people, { id: 'p' }, { tags: [...tags, 't'] }, { version });
        } catch (error) {
          if (!isFailure(error, 'conflict', 'changed')) throw error;
        }
      }
    }
  });
}
