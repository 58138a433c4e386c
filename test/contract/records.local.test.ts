import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { recordsContract } from './records-suite.ts';

recordsContract('SQLite', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'app.db');
  let database = openDatabase({ file });
  return {
    records: localRecords(database),
    async reopen() {
      await database.close();
      database = openDatabase({ file });
      return localRecords(database);
    },
    async close() {
      await database.close();
      await folder.remove();
    },
  };
});
