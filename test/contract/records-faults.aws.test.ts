import { beforeAll, describe, expect, it } from 'vitest';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import type { Records, Stored, Table } from '#core/platform/ports/records.ts';
import { isFailure } from '#core/platform/failure.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { faults, meddlingClient, standsStill, twice } from '#test/support/aws/meddling-client.ts';
import type { Meddler } from '#test/support/aws/meddling-client.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import type { OnBackend } from '#test/support/emulators/on-backend.ts';
import { audited } from '#test/support/people/people-audit.ts';
import type { Person } from '#test/support/people/people-audit.ts';
import { people } from '#test/support/people/people-table.ts';

type Step = (records: Records, table: Table<Person>) => Promise<unknown>;

const emails = ['a', 'b'];
const large = 'x'.repeat(400_000);
const key = { id: 'p1' };

const person: Step = (records, table) =>
  records.insert(table, { ...key, team: 'red', name: 'n', email: 'a', age: 1 });

/** Each may be repeated; `after` are the rows that it leaves, by email and team. */
const steps: { name: string; before: Step[]; step: Step; after: [string | null, string][] }[] = [
  { name: 'insert', before: [], step: person, after: [['a', 'red']] },
  {
    name: 'put of a new row',
    before: [],
    step: (records, table) => records.put(table, { ...key, team: 'blue', email: 'b' }),
    after: [['b', 'blue']],
  },
  {
    name: 'update of what is indexed and unique',
    before: [person],
    step: (records, table) => records.update(table, key, { team: 'blue', email: 'b', age: 2 }),
    after: [['b', 'blue']],
  },
  {
    name: 'update to and from a large row',
    before: [person, (records, table) => records.update(table, key, { note: large })],
    step: (records, table) => records.update(table, key, { note: `${large}!`, team: 'green' }),
    after: [['a', 'green']],
  },
  {
    name: 'delete',
    before: [person],
    step: (records, table) => records.delete(table, key),
    after: [],
  },
];

const cases = (on: OnBackend) => {
  let physical: string;
  let tables = 0;
  const blobs = memoryBlobs();

  beforeAll(async () => {
    physical = await freshTable(on);
  });

  const open = (meddle: Meddler = (_, send) => send()) => {
    const { client, calls } = meddlingClient(on.clients().dynamodb, meddle);
    return { records: awsRecords({ client, table: physical, blobs }), calls };
  };
  const fresh = (): Table<Person> => ({ ...people, name: `people_${++tables}` });
  const seen = (rows: readonly Stored<Person>[]) => rows.map(({ email, team }) => [email, team]);

  describe.each(steps)('$name', ({ before, step, after }) => {
    it.each(Object.entries(faults))('a writer that %s any request', async (_, fault) => {
      for (let at = 1; ; at++) {
        const table = fresh();
        const healthy = open().records;
        for (const earlier of before) await earlier(healthy, table);
        const then = seen(await audited(open().records, table, []));

        const broken = open(fault(at));
        const acknowledged = await step(broken.records, table).then(
          () => true,
          () => false,
        );
        const now = seen(await audited(open().records, table, emails));
        expect(acknowledged ? [after] : [then, after]).toContainEqual(now);

        await step(open().records, table).catch(ignoreExists);
        expect(seen(await audited(open().records, table, emails))).toEqual(after);
        if (broken.calls() < at) {
          expect(at).toBeGreaterThan(1);
          break;
        }
      }
    });

    it('requests that arrive twice count once', async () => {
      const table = fresh();
      for (const earlier of before) await earlier(open().records, table);
      const { version = 0 } = (await open().records.get(table, key)) ?? {};
      await step(open(twice).records, table);
      const rows = await audited(open().records, table, emails);
      expect(seen(rows)).toEqual(after);
      for (const row of rows) expect(row.version).toBe(version + 1);
    });

    it('a writer that stands still before any request while another takes its place', async () => {
      for (let at = 1; ; at++) {
        const table = fresh();
        for (const earlier of before) await earlier(open().records, table);
        const hold = standsStill(at);
        const slow = open(hold.meddle);
        const ended = step(slow.records, table)
          .finally(hold.pass)
          .then(
            () => 'done',
            (error: unknown) => error,
          );
        await hold.reached;

        // Another row takes both values if it can, and gives up what it cannot keep.
        const other = open().records;
        const rivals = await Promise.allSettled(
          emails.map((email) => other.insert(table, { id: `q${email}`, team: 'red', email })),
        );
        hold.release();
        const end = await ended;
        if (end !== 'done' && !isFailure(end, 'conflict', 'not_unique')) throw end;
        const rows = await audited(open().records, table, emails);
        const won = rivals.flatMap((rival) => (rival.status === 'fulfilled' ? [rival.value] : []));
        for (const rival of won) expect(rows).toContainEqual(rival);
        if (slow.calls() < at) break;
      }
    });
  });
};
onBackend(cases);

function ignoreExists(error: unknown): void {
  if (!isFailure(error, 'conflict', 'exists')) throw error;
}
