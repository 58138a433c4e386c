import { randomUUID } from 'node:crypto';
import type { FeedFolder } from './feed-folder.ts';
import { cutTail, lastOf, loadState, removeLog, writeCalls, type FeedState } from './feed-log.ts';
import { wake, type Log, type PendingAppend } from './feed-logs.ts';
import { storageFailure } from './storage-failure.ts';

/** Appends that came together share one write of at most about this size. */
const groupLength = 4 * 1024 * 1024;
/** What is kept in memory for subscribers, in entries and in characters. */
const recentEntries = 1_000;
const recentLength = 512 * 1024;

export function feedWriter(folder: FeedFolder, segmentBytes: number) {
  /** The state as it is on disk now; in turn. */
  async function refreshed(log: Log): Promise<FeedState> {
    if (log.isOurs && log.state) return log.state;
    const isOurs = folder.isOwned();
    const state = await loadState(log.path, isOurs ? undefined : log.state);
    if (isOurs) await cutTail(state);
    log.isOurs = isOurs;
    log.state = state;
    return state;
  }

  async function current(log: Log): Promise<FeedState> {
    if (log.isOurs && log.state) return log.state;
    return log.inTurn(() => refreshed(log));
  }

  function append(log: Log, bodies: readonly string[]): Promise<number> {
    folder.own();
    return new Promise((resolve, reject) => {
      log.pending.push({ bodies, resolve, reject });
      // Whoever comes while the one before is writing is written by the first of them.
      void log.inTurn(() => flush(log));
    });
  }

  async function flush(log: Log): Promise<void> {
    const group = nextGroup(log.pending);
    if (group.length === 0) return;
    try {
      const before = await refreshed(log);
      let cursor = lastOf(before);
      const calls = group.map(({ bodies }) => bodies);
      log.state = await writeCalls(folder.root, log.path, before, calls, segmentBytes);
      if (log.subscribers > 0) remember(log, cursor, calls.flat());
      for (const { bodies, resolve } of group) resolve((cursor += bodies.length));
      wake(log);
    } catch (error) {
      for (const { reject } of group) reject(storageFailure(error));
    }
  }

  async function remove(log: Log): Promise<void> {
    folder.own();
    await log.inTurn(async () => {
      await removeLog(log.path, randomUUID());
      log.state = undefined;
      log.recent = [];
      wake(log);
    });
  }

  return { current, append, remove, last: async (log: Log) => lastOf(await current(log)) };
}

function nextGroup(pending: PendingAppend[]): PendingAppend[] {
  let length = 0;
  let count = 0;
  while (count < pending.length && length < groupLength) {
    for (const body of pending[count]?.bodies ?? []) length += body.length;
    count++;
  }
  return pending.splice(0, count);
}

function remember(log: Log, last: number, bodies: readonly string[]): void {
  const isNext = log.recent.at(-1)?.cursor === last;
  const entries = [
    ...(isNext ? log.recent : []),
    ...bodies.map((body, at) => ({ cursor: last + 1 + at, body })),
  ];
  let length = 0;
  const from = entries.findLastIndex(({ body }, at) => {
    length += body.length;
    return length > recentLength || entries.length - at > recentEntries;
  });
  log.recent = entries.slice(from + 1);
}
