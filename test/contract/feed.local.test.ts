import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { atEnd } from '#test/support/at-end.ts';
import { isDeep } from '#test/support/level.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';
import { feedContract } from './feed-suite.ts';

const open = async () => {
  const { database } = await temporaryDatabase();
  const feed = localFeed({ database });
  atEnd(() => feed.close());
  return { feed };
};

feedContract('SQLite', open, { disconnects: isDeep ? 1_000 : 200 });
