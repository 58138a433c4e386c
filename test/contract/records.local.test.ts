import { expect, it } from 'vitest';
import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { manualClock } from '#test/support/manual-clock.ts';
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
