import { Failure } from '../../failure.ts';
import type { Clock, Feed, FeedEntry } from '../../ports.ts';
import { openFeedFolder } from './feed-folder.ts';
import { feedWriter } from './feed-writer.ts';
import { readState } from './feed-log.ts';
import { codeOf, onDisk } from './storage-failure.ts';

export interface LocalFeedOptions {
  /** Made when absent. One process writes to it, any number may read. */
  readonly directory: string;
  readonly clock: Clock;
  /** A segment file that has grown to this is followed by another; default 8 MiB. */
  readonly segmentBytes?: number;
}

const largestEntry = 256 * 1024;
const page = 1_000;
/** How soon a reading process notices what the writing process appended. */
const pollMilliseconds = 500;

/**
 * Feeds as folders of JSON lines. The first append or delete takes the directory for this
 * process until close(); meanwhile another process that appends gets Failure('configuration',
 * 'feed_in_use') and may still read and subscribe.
 */
export function localFeed(options: LocalFeedOptions): Feed {
  const { clock } = options;
  const folder = openFeedFolder(options.directory);
  const writer = feedWriter(folder, options.segmentBytes ?? 8 * 1024 * 1024);
  const { logs } = folder;

  async function read(name: string, after: number, limit: number): Promise<FeedEntry[]> {
    return logs.use(name, async (log) => {
      for (let attempt = 1; ; attempt++) {
        const state = await writer.current(log);
        const [newest] = log.recent;
        if (newest && after + 1 >= newest.cursor) {
          const from = after + 1 - newest.cursor;
          return log.recent.slice(from, from + limit);
        }
        try {
          return await readState(state, after, limit);
        } catch (error) {
          // Deleted under our hands: the next look finds it absent, or new.
          if (codeOf(error) !== 'ENOENT' || attempt === 3) throw error;
        }
      }
    });
  }

  return {
    async append(name, bodies) {
      if (bodies.some((body) => Buffer.byteLength(body) > largestEntry)) {
        throw new Failure('too-large', 'entry_too_large', 'An entry takes at most 256 KiB');
      }
      if (bodies.length === 0) return this.last(name);
      return logs.use(name, (log) => writer.append(log, bodies));
    },

    async read(name, { after = 0, limit = page } = {}) {
      assertWhole('after', after, 0);
      assertWhole('limit', limit, 1);
      return onDisk(() => read(name, after, limit));
    },

    async last(name) {
      return onDisk(() => logs.use(name, (log) => writer.last(log)));
    },

    async *subscribe(name, { after = 0, signal }) {
      assertWhole('after', after, 0);
      const log = logs.hold(name);
      try {
        for (let cursor = after; !signal.aborted && !folder.isClosed();) {
          const { version } = log;
          const entries = await onDisk(() => read(name, cursor, page));
          for (const entry of entries) {
            if (signal.aborted) return;
            cursor = entry.cursor;
            yield entry;
          }
          if (entries.length === 0 && log.version === version) await change(log, signal);
        }
      } finally {
        logs.release(log);
      }
    },

    async delete(name) {
      return onDisk(() => logs.use(name, (log) => writer.remove(log)));
    },

    async close() {
      await folder.close();
    },
  };

  /** Until the feed changes or the signal aborts; a reader of another's feed wakes to look. */
  async function change(log: { waiting: Set<() => void> }, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = () => woken.abort();
    log.waiting.add(wake);
    signal.addEventListener('abort', wake);
    try {
      if (signal.aborted) return;
      if (!folder.isOwned()) return await clock.sleep(pollMilliseconds, woken.signal);
      if (!woken.signal.aborted) {
        await new Promise((resolve) => woken.signal.addEventListener('abort', resolve));
      }
    } finally {
      log.waiting.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }
}

function assertWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new Failure('invalid', 'bad_range', `${name} must be a whole number from ${least}`);
}
