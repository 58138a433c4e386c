import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { recordsContract } from './records-suite.ts';

recordsContract('SQLite', async () => {
  const clock = manualClock();
  const folder = await temporaryFolder();
  const file = join(folder.path, 'app.db');
  let database = openDatabase({ file });
  return {
    clock,
    records: localRecords(database, clock),
    async reopen() {
      await database.close();
      database = openDatabase({ file });
      return localRecords(database, clock);
    },
    async close() {
      await database.close();
      await folder.remove();
    },
  };
});
