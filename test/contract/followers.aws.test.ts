import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { awsFollowers, type StreamEvent } from '#core/platform/adapters/aws/followers/followers.ts';
import { awsRecords } from '#core/platform/adapters/aws/records/records.ts';
import { freshTable } from '#test/support/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryBlobs } from '#test/support/memory-blobs.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { followersContract } from './followers-suite.ts';

type Written = { readonly Put?: { readonly Item: Record<string, AttributeValue> } };

onFirstBackend((on) => {
  followersContract('rows of connections and the stream of the table', async ({ sockets }) => {
    const table = await freshTable(on);
    const clock = manualClock();
    const client = on.clients().dynamodb;
    const records = awsRecords({ client, table, blobs: memoryBlobs(), clock });
    const events: StreamEvent[] = [];
    /** dynalite has no streams: what was written is handed over as the service does, twice. */
    const streaming = async () => {
      const real = await client();
      const send = async (command: { input: { TransactItems?: Written[] } }) => {
        const reply = await real.send(command as never);
        const images = (command.input.TransactItems ?? []).flatMap(({ Put }) =>
          Put ? [Put.Item] : [],
        );
        const Records = images.map((NewImage) => ({ eventName: 'INSERT', dynamodb: { NewImage } }));
        if (Records.length > 0) events.push({ Records }, { Records });
        return reply;
      };
      return { send } as never;
    };
    const feed = awsFeed({ client: streaming, table, clock });
    const followers = awsFollowers({ records, feed, sockets, clock });
    const append = async (name: string, bodies: readonly string[]) => {
      const last = await feed.append(name, bodies);
      for (const event of events.splice(0)) await followers.push(event);
      return last;
    };
    return { followers, feed: { ...feed, append }, close: () => feed.close() };
  });
});
