import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { atEnd } from './at-end.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An open database in a folder of its own, until the end of the test. */
export async function temporaryDatabase() {
  const { path: directory } = await temporaryFolder();
  const file = join(directory, 'app.db');
  const database = openDatabase({ file });
  atEnd(() => database.close());
  return { directory, file, database };
}
