// Racing writers in several processes: within one process an adapter lets its writers take
// turns, so the suite of the port alone would never see the conditions of DynamoDB at work.
import { beforeAll, expect, it } from 'vitest';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { Failure } from '#core/platform/failure.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import type { OnBackend } from '#test/support/emulators/on-backend.ts';
import { audited } from '#test/support/people/people-audit.ts';
import type { Person } from '#test/support/people/people-audit.ts';
import { people } from '#test/support/people/people-table.ts';

const cases = (on: OnBackend) => {
  let physical: string;
  let tables = 0;
  const blobs = memoryBlobs();
  const open = () => awsRecords({ client: on.clients().dynamodb, table: physical, blobs });
  const fresh = () => ({ ...people, name: `people_${++tables}` });

  beforeAll(async () => {
    physical = await freshTable(on);
  });

  it('writers of all kinds leave a table that agrees with itself', async () => {
    const table = fresh();
    const emails = ['a', 'b', 'c'];
    const acceptable = /^(exists|not_unique|no_row|changed)$/;
    await Promise.all(
      many(8, async (writer) => {
        const records = open();
        for (let turn = 0; turn < 12; turn++) {
          const dice = (writer * 7 + turn * 5) % 12;
          const id = { id: `p${dice % 3}` };
          const change: Partial<Person> = {
            team: ['red', 'blue', 'green'][turn % 3] ?? '',
            email: emails[(writer + turn) % 3] ?? null,
          };
          const steps = [
            () => records.insert(table, { ...id, ...change }),
            () => records.update(table, id, change),
            () => records.delete(table, id),
            () => records.put(table, { ...id, ...change }),
          ];
          await steps[dice % 4]?.().catch((error: unknown) => {
            if (!(error instanceof Failure) || !acceptable.test(error.code)) throw error;
          });
        }
      }),
    );
    await audited(open(), table, emails);
  });

  it('a row that moves within an index is in every page exactly once', async () => {
    const table = fresh();
    const ids = Array.from({ length: 30 }, (_, at) => `p${String(at).padStart(2, '0')}`);
    const records = open();
    for (const [age, id] of ids.entries()) await records.insert(table, { id, team: 'red', age });
    let moving = true;
    const move = async (by: number) => {
      for (let turn = 0; turn < 60; turn++) {
        const id = ids[(turn * by) % 30] ?? '';
        await open().update(table, { id }, { age: (turn * 37) % 31, name: `n${turn % 7}` });
      }
    };
    const watch = async (index: 'by_age' | 'by_team') => {
      const where = index === 'by_team' ? { team: 'red' } : {};
      for (let round = 0; moving; round++) {
        const order = round % 2 === 0 ? 'ascending' : 'descending';
        const query = { index, where, order, total: true } as const;
        const page = await open().list(table, query);
        expect(page.rows.map(({ id }) => id).sort()).toEqual(ids);
        // A small page reads the index in several pieces.
        expect((await open().list(table, { ...query, limit: 5 })).total).toBe(30);
      }
    };
    const moves = Promise.all([move(7), move(11)]).finally(() => (moving = false));
    await Promise.all([moves, watch('by_age'), watch('by_team')]);
  });
};
onBackend(cases);

function many<T>(count: number, start: (at: number) => Promise<T>): Promise<T>[] {
  return Array.from({ length: count }, (_, at) => start(at));
}
