import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { people } from '#test/support/people-table.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// Decoders of base64url skip what they do not know, so that one position has many spellings.
it('a cursor has one spelling', async () => {
  const folder = await temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  const records = localRecords(database);
  for (const id of ['a', 'b', 'c']) await records.insert(people, { id, team: 'red' });
  const { cursor = '' } = await records.list(people, { limit: 1 });
  expect((await records.list(people, { cursor })).rows).toHaveLength(2);
  for (const other of [`${cursor}=`, `${cursor}\n`, ` ${cursor}`, `${cursor}A`, `${cursor}.`]) {
    await expectFailure(records.list(people, { cursor: other }), 'invalid', 'bad_cursor');
  }
  await database.close();
  await folder.remove();
});
