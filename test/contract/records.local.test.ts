import { expect, it } from 'vitest';
import { join } from 'node:path';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { atEnd } from '#test/support/at-end.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { recordsContract } from './records-suite.ts';
import { tickets } from './records/expiry.ts';

recordsContract('SQLite', async () => {
  const clock = manualClock();
  const { path } = await temporaryFolder();
  const file = join(path, 'app.db');
  let database = openDatabase({ file });
  atEnd(() => database.close());
  return {
    clock,
    records: localRecords(database, { clock }),
    async reopen() {
      await database.close();
      database = openDatabase({ file });
      return localRecords(database, { clock });
    },
  };
});

it('maintain takes expired rows out of the file', async () => {
  const { database } = await temporaryDatabase();
  const clock = manualClock();
  const records = localRecords(database, { clock });
  const ends_at = new Date(clock.now().getTime() + 1).toISOString();
  await records.insert(tickets, { id: 'a', seat: null, note: null, ends_at });
  await records.insert(tickets, { id: 'b', seat: null, note: null, ends_at: null });
  await clock.advance(1);
  await records.maintain([tickets]);
  const ids = database.read((sql) => sql.statement('SELECT id FROM tickets').all());
  expect(ids).toEqual([{ id: 'b' }]);
});

it('makes no index that only a release before asks', async () => {
  const { database } = await temporaryDatabase();
  await localRecords(database).list(failureHistory);
  const indexes = database.read((sql) =>
    sql.statement('SELECT name FROM pragma_index_list(?)').all('failure_history'),
  );
  const names = indexes.map(({ name }) => name);
  expect(names).toContain('failure_history__by_test');
  expect(names).not.toContain('failure_history__by_target');
});
