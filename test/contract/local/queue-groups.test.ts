import { expect, it } from 'vitest';
import {
  addMessage,
  claimMessages,
  makeQueueTable,
  removeMessage,
} from '#core/platform/adapters/local/queue/table.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';

// Timings would say this only on large tables; the plans do always.
it('no statement of an ordered queue reads more than one row of a long group', async () => {
  const { database } = await temporaryDatabase();
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
    const claimed = claimMessages(spied, { ...claim, token: 'r' });
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
