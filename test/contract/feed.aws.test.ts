import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { atEnd } from '#test/support/at-end.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { feedContract } from './feed-suite.ts';

onBackend((on) => {
  const open = async () => {
    const table = await freshTable(on);
    const client = on.clients().dynamodb;
    const feed = awsFeed({ client, table, clock: systemClock(), pollMilliseconds: 10 });
    atEnd(() => feed.close());
    return { feed };
  };
  feedContract(`DynamoDB on ${on.backend.services.dynamodb}`, open, {});
});
