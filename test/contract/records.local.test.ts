import { expect, it } from 'vitest';
import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { patientOffload } from '#test/support/patient-offload.ts';
import type { OffloadedWork } from '#core/platform/ports/offload.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { people } from '#test/support/people-table.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { recordsContract } from './records-suite.ts';
import { tickets } from './records/expiry.ts';

recordsContract('SQLite', async () => {
  const clock = manualClock();
  const folder = await temporaryFolder();
  const file = join(folder.path, 'app.db');
  let database = openDatabase({ file });
  return {
    clock,
    records: localRecords(database, { clock }),
    async reopen() {
      await database.close();
      database = openDatabase({ file });
      return localRecords(database, { clock });
    },
    async close() {
      await database.close();
      await folder.remove();
    },
  };
});

it('maintain takes expired rows out of the file', async () => {
  const folder = await temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  const clock = manualClock();
  const records = localRecords(database, { clock });
  const ends_at = new Date(clock.now().getTime() + 1).toISOString();
  await records.insert(tickets, { id: 'a', seat: null, note: null, ends_at });
  await records.insert(tickets, { id: 'b', seat: null, note: null, ends_at: null });
  await clock.advance(1);
  await records.maintain([tickets]);
  const ids = database.read((sql) => sql.statement('SELECT id FROM tickets').all());
  expect(ids).toEqual([{ id: 'b' }]);
  await database.close();
  await folder.remove();
});

it('a list that may read many rows is read beside the event loop, and sees every write', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'app.db');
  const database = openDatabase({ file });
  const children = patientOffload();
  let aside = 0;
  const offload = { run: <T>(work: OffloadedWork) => (aside++, children.run<T>(work)) };
  const records = localRecords(database, { offload });
  const query = { contains: { columns: ['name'] as const, text: 'ÄPFEL' }, total: true };
  await records.insert(people, { id: 'p1', team: 'red', name: 'Äpfel' });
  await records.list(people, query);
  expect(aside).toBe(0);
  const rest =
    'WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10001)' +
    " INSERT INTO people (id, team, name, age, score, active, tags, version) SELECT 'p' || n, 'red', '', n, 0, 1, '[]', 1 FROM numbers";
  await database.write((sql) => sql.execute(rest));
  const row = await records.update(people, { id: 'p10001' }, { name: 'die Äpfel' });
  const page = await records.list(people, { ...query, limit: 1 });
  expect(page).toMatchObject({ total: 2, rows: [{ id: 'p1' }] });
  const next = await records.list(people, { ...query, cursor: page.cursor ?? '' });
  expect(next.rows).toEqual([row]);
  expect((await records.list(people, { limit: 5_000 })).rows).toHaveLength(5_000);
  expect(aside).toBe(3);
  await records.list(people, { index: 'by_age', from: 9_990 });
  expect(aside).toBe(3);
  await expectFailure(records.list(people, { ...query, cursor: 'x' }), 'invalid', 'bad_cursor');
  await children.close();
  await database.close();
  await folder.remove();
});
