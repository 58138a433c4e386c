import { expect, it } from 'vitest';
import { eventWriter } from '#core/agent/event-writer.ts';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';

it('writes the events of one turn of the event loop at once, and in order (R6)', async () => {
  const { database } = await temporaryDatabase();
  const feed = localFeed({ database });
  await feed.last('a');
  const { commits } = database;
  const events = eventWriter(feed, 'a');
  events.push({ type: 'turn' });
  for (const text of ['Hel', 'lo']) await Promise.resolve(events.push({ type: 'text', text }));
  events.push({ type: 'done', usage: null });
  await events.settled();
  expect(database.commits - commits).toBe(1);
  const bodies = (await feed.read('a')).map(({ body }) => JSON.parse(body) as unknown);
  const text = { type: 'text', text: 'Hello' };
  expect(bodies).toEqual([{ type: 'turn' }, text, { type: 'done', usage: null }]);
});
