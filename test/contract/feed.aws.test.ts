import { awsFeed } from '#core/platform/adapters/aws/feed.ts';
import { awsWorld } from '#test/support/aws-world.ts';
import { backends } from '#test/support/emulators.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { feedContract } from './feed-suite.ts';

for (const backend of backends()) {
  const open = async () => {
    const world = await awsWorld(backend);
    const table = await world.table();
    // The clock stands still: what wakes a subscriber is the append.
    const feed = awsFeed({ client: world.clients.dynamodb, table, clock: manualClock() });
    return {
      feed,
      async close() {
        await feed.close();
        await world.close();
      },
    };
  };
  feedContract(`DynamoDB on ${backend.services.dynamodb}`, open, { disconnects: 25 });
}
