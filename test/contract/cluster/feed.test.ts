import { postgresFeed } from '#core/platform/adapters/postgres/feed/feed.ts';
import { atEnd } from '#test/support/at-end.ts';
import { isDeep } from '#test/support/level.ts';
import { onPostgres } from '#test/support/postgres/on-postgres.ts';
import { feedContract } from '../feed-suite.ts';

onPostgres(({ database }) => {
  const open = async () => {
    const feed = postgresFeed({ database: database() });
    atEnd(() => feed.close());
    return { feed };
  };
  feedContract('PostgreSQL', open, { disconnects: isDeep ? 1_000 : 200 });
});
