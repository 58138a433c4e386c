import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import {
  addMessage,
  claimMessages,
  makeQueueTable,
  removeMessage,
} from '#core/platform/adapters/local/queue/table.ts';
import { eachTest } from '#test/support/each-test.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryBlobs } from '#test/support/memory-blobs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { receiveOne } from '../queue/receive.ts';

const world = eachTest(async () => {
  const folder = await temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  return {
    database,
    async close() {
      await database.close();
      await folder.remove();
    },
  };
});

// Timings would say this only on large tables; the plans do always.
it('no statement of an ordered queue reads more than one row of a long group', async () => {
  const { database } = world();
  await makeQueueTable(database);
  const plans: string[] = [];
  await database.write((sql) => {
    const spied = {
      ...sql,
      statement(text: string) {
        const plan = sql.statement(`EXPLAIN QUERY PLAN ${text}`).all();
        plans.push(...plan.map(({ detail }) => String(detail)));
        return sql.statement(text);
      },
    };
    const message = { queue: 'line', body: 'x', now: 0, delay: 0, group: 'a' };
    addMessage(spied, { ...message, id: 'one' });
    addMessage(spied, { ...message, id: 'two' });
    const claim = { queue: 'line', now: 0, visibility: 1, maxAttempts: 2, max: 10 };
    const claimed = claimMessages(spied, { ...claim, receiptOf: (id) => `${id}.r` });
    expect(claimed.map(({ id }) => id)).toEqual(['one']);
    expect(removeMessage(spied, 'line', 'one.r')).toMatchObject({ isFollowed: true });
  });
  const searches = plans.filter((plan) => /lantern_queue/.test(plan));
  expect(searches.length).toBeGreaterThan(4);
  for (const plan of searches) expect(plan).toMatch(/^SEARCH lantern_queue USING /);
  const used = new Set(searches.map((plan) => /\((.*)\)/.exec(plan)?.[1]));
  expect([...used].toSorted()).toEqual([
    'id=?',
    'queue=? AND due<?',
    'queue=? AND message_group=?',
    'queue=? AND message_group=? AND behind=?',
    'rowid=?',
  ]);
});

it('a queue of a version before ordered queues opens, and its messages come (R8)', async () => {
  const { database } = world();
  await database.write((sql) =>
    sql.execute(`
      CREATE TABLE lantern_queue (id TEXT PRIMARY KEY, queue TEXT NOT NULL, due INTEGER NOT NULL,
        hidden_for INTEGER NOT NULL, attempts INTEGER NOT NULL, last INTEGER NOT NULL, receipt TEXT,
        sent_at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE INDEX lantern_queue__due ON lantern_queue (queue, due);
      CREATE INDEX lantern_queue__last ON lantern_queue (queue, due) WHERE last = 1;
      INSERT INTO lantern_queue VALUES ('id', 'line', 0, 0, 0, 0, NULL, 0, 'old')`),
  );
  const queues = [{ name: 'line', visibilitySeconds: 30, maxAttempts: 2, ordered: true } as const];
  const open = () => localQueue({ database, blobs: memoryBlobs(), clock: manualClock(), queues });
  await open().send('line', 'new', { group: 'a' });
  const queue = open();
  const bodies = [await receiveOne(queue, 'line'), await receiveOne(queue, 'line')].map(
    ({ body, group }) => [body, group],
  );
  expect(bodies).toEqual([
    ['old', undefined],
    ['new', 'a'],
  ]);
});
