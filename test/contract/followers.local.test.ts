import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { localFollowers } from '#core/platform/adapters/local/followers.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { followersContract } from './followers-suite.ts';

followersContract('subscriptions of the process', async ({ sockets }) => {
  const folder = await temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  const feed = localFeed({ database });
  return {
    feed,
    followers: localFollowers({ feed, sockets, log: () => {} }),
    async close() {
      await feed.close();
      await database.close();
      await folder.remove();
    },
  };
});
