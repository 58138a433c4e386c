// What only DynamoDB's way of keeping feeds and secrets can get wrong.
import { beforeAll, expect, it } from 'vitest';
import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { awsSecrets } from '#core/platform/adapters/aws/secrets/secrets.ts';
import type { FeedEntry } from '#core/platform/ports/feed.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { faults, meddlingClient } from '#test/support/aws/meddling-client.ts';
import type { Meddler } from '#test/support/aws/meddling-client.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { watchedClient } from '#test/support/aws/watched-client.ts';

onBackend((on) => {
  let table: string;
  let feeds = 0;
  beforeAll(async () => {
    table = await freshTable(on);
  });
  const open = (meddle: Meddler = (_, send) => send(), clock = manualClock()) => {
    const { client, calls } = meddlingClient(on.clients().dynamodb, meddle);
    return { feed: awsFeed({ client, table, clock }), client, calls };
  };
  const fresh = () => `feed-${++feeds}`;
  const bodies = (entries: readonly FeedEntry[]) => entries.map(({ body }) => body);
  const large = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(200_000));

  it('a call larger than an item is one run all the same', async () => {
    const name = fresh();
    await Promise.all([
      open().feed.append(name, large),
      open().feed.append(name, ['x', 'y']),
      open().feed.append(name, large),
    ]);
    const all = await open().feed.read(name);
    const text = bodies(all)
      .map((body) => body[0])
      .join('');
    expect(['abcdeabcdexy', 'abcdexyabcde', 'xyabcdeabcde']).toContain(text);
    for (let after = 0; after <= 12; after++) {
      const page = await open().feed.read(name, { after, limit: 3 });
      expect(page).toEqual(all.slice(after, after + 3));
    }
    await open().feed.delete(name);
    expect(await open().feed.last(name)).toBe(0);
  });

  it.each(Object.entries(faults))(
    'a writer that %s any request appends all or nothing',
    async (_, fault) => {
      for (let at = 1; ; at++) {
        const name = fresh();
        await open().feed.append(name, ['first']);
        const broken = open(fault(at));
        const acknowledged = await broken.feed.append(name, large).then(
          () => true,
          () => false,
        );
        const now = bodies(await open().feed.read(name));
        expect(acknowledged ? [6] : [1, 6]).toContain(now.length);
        expect(now).toEqual(['first', ...large].slice(0, now.length));
        expect(await open().feed.append(name, ['next'])).toBe(now.length + 1);
        if (broken.calls() < at) break;
      }
    },
  );

  it('every read is consistent', async () => {
    const name = fresh();
    await open().feed.append(name, ['a', 'b']);
    const consistent: unknown[] = [];
    const client = watchedClient(on.clients().dynamodb, (_, { ConsistentRead }) => {
      consistent.push(ConsistentRead);
    });
    const feed = awsFeed({ client, table, clock: manualClock() });
    expect(await feed.last(name)).toBe(2);
    expect(await feed.read(name, { after: 1 })).toEqual([{ cursor: 2, body: 'b' }]);
    expect(consistent).toEqual([true, true, true]);
  });

  it.each(Object.entries(faults))(
    'a secret whose maker %s any request is one secret',
    async (_, fault) => {
      for (let at = 1; ; at++) {
        const name = fresh();
        const broken = meddlingClient(on.clients().dynamodb, fault(at));
        const environment = {};
        const first = await awsSecrets({ client: broken.client, table, environment })
          .keep(name, () => 'first')
          .catch(() => undefined);
        const open = () => awsSecrets({ client: on.clients().dynamodb, table, environment });
        const kept = await open().keep(name, () => 'second');
        expect(first === undefined ? ['first', 'second'] : [first]).toContain(kept);
        expect(await open().keep(name, () => 'third')).toBe(kept);
        if (broken.calls() < at) break;
      }
    },
  );
});
