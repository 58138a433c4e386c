import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { feedContract } from './feed-suite.ts';

feedContract(
  'SQLite',
  async () => {
    const folder = await temporaryFolder();
    const database = openDatabase({ file: join(folder.path, 'app.db') });
    const feed = localFeed({ database });
    return {
      feed,
      async close() {
        await feed.close();
        await database.close();
        await folder.remove();
      },
    };
  },
  { disconnects: 1_000 },
);
