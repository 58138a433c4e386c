import { join } from 'node:path';
import type { FeedEntry } from '../../ports.ts';
import type { FeedState } from './feed-log.ts';
import { fileNameOf } from './file-name.ts';

/** One feed as this process knows it. */
export interface Log {
  readonly path: string;
  state: FeedState | undefined;
  /** The state was read while we were the writer, so only we can change it. */
  isOurs: boolean;
  /** Grows with every change. */
  version: number;
  /** The newest entries while somebody subscribes, so that 500 readers do not read one file. */
  recent: FeedEntry[];
  readonly waiting: Set<() => void>;
  readonly pending: PendingAppend[];
  /** Runs the work when all work before it has ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  users: number;
  subscribers: number;
}

export interface PendingAppend {
  readonly bodies: readonly string[];
  readonly resolve: (last: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface FeedLogs {
  /** The log stays known while the work runs. */
  use<Result>(name: string, work: (log: Log) => Promise<Result>): Promise<Result>;
  /** For a subscriber, until release(). */
  hold(name: string): Log;
  release(log: Log): void;
  /** Wakes who waits, and resolves when all accepted work has ended. */
  close(): Promise<void>;
}

/** Feeds that nobody uses are forgotten beyond this number. */
const remembered = 256;

export function feedLogs(root: string): FeedLogs {
  const logs = new Map<string, Log>();

  /** The caller counts as a user from here on. */
  function find(name: string): Log {
    const file = fileNameOf(name);
    const known = logs.get(file);
    const log = known ?? newLog(join(root, file));
    // Moved to the end: the first ones are the longest unused.
    logs.delete(file);
    logs.set(file, log);
    log.users++;
    if (!known) forgetIdle();
    return log;
  }

  function forgetIdle() {
    for (const [file, log] of logs) {
      if (logs.size <= remembered) return;
      if (log.users === 0) logs.delete(file);
    }
  }

  return {
    async use(name, work) {
      const log = find(name);
      try {
        return await work(log);
      } finally {
        log.users--;
      }
    },
    hold(name) {
      const log = find(name);
      log.subscribers++;
      return log;
    },
    release(log) {
      log.users--;
      log.subscribers--;
      if (log.subscribers === 0) log.recent = [];
    },
    async close() {
      for (const log of logs.values()) wake(log);
      await Promise.all([...logs.values()].map((log) => log.inTurn(async () => {})));
    },
  };
}

/** Tells subscribers that there is something to look at. */
export function wake(log: Log): void {
  log.version++;
  for (const wakeOne of [...log.waiting]) wakeOne();
}

function newLog(path: string): Log {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    path,
    state: undefined,
    isOurs: false,
    version: 0,
    recent: [],
    waiting: new Set(),
    pending: [],
    users: 0,
    subscribers: 0,
    inTurn(work) {
      const next = turn.then(work, work);
      turn = next.catch(() => {});
      return next;
    },
  };
}
