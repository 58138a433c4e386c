import { lazy } from '../../../lazy.ts';
import type { Queue } from '../../../ports/queue.ts';
import { queueOver, type TableQueueOptions } from '../../rules/queue/queue.ts';
import type { Database } from '../database/database.ts';
import {
  addMessage,
  claimMessages,
  countMessages,
  hasDue,
  holdMessage,
  makeQueueTable,
  moveDeadMessages,
  nextDead,
  nextDue,
  releaseMessage,
  removeMessage,
  shortenHidden,
} from './table.ts';

interface LocalQueueOptions extends TableQueueOptions {
  readonly database: Database;
}

/** Queues in a table of SQLite. */
export function localQueue({ database, ...options }: LocalQueueOptions): Queue {
  const store: Parameters<typeof queueOver>[0] = {
    ready: lazy(() => makeQueueTable(database)),
    add: (message) => database.write((sql) => addMessage(sql, message)),
    // An empty poll costs a look, not a write.
    hasDue: (queue, now) => database.read((sql) => hasDue(sql, queue, now)),
    nextDue: (queue, now) => database.read((sql) => nextDue(sql, queue, now)),
    nextDead: (queue) => database.read((sql) => nextDead(sql, queue)),
    moveDead: (queue, now) => database.write((sql) => moveDeadMessages(sql, queue, now)),
    claim: (claim) => database.write((sql) => claimMessages(sql, claim)),
    remove: (queue, receipt) => database.write((sql) => removeMessage(sql, queue, receipt)),
    hold: (hold) => database.write((sql) => holdMessage(sql, hold)),
    release: (hold) => database.write((sql) => releaseMessage(sql, hold)),
    shorten: (now) => database.write((sql) => shortenHidden(sql, now)),
    count: (queue, now) => database.read((sql) => countMessages(sql, queue, now)),
    settled: () => database.settled(),
  };
  return queueOver(store, database.changes, options);
}
