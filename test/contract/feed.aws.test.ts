import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onEachBackend } from '#test/support/emulators/on-each-backend.ts';
import { feedContract } from './feed-suite.ts';

onEachBackend((on) => {
  const open = async () => {
    const table = await freshTable(on);
    // The clock stands still: what wakes a subscriber is the append.
    const feed = awsFeed({ client: on.clients().dynamodb, table, clock: manualClock() });
    return { feed, close: () => feed.close() };
  };
  feedContract(`DynamoDB on ${on.backend.services.dynamodb}`, open, {});
});
