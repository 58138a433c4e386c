import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Logs } from '../../../ports/logs.ts';
import type { Offload } from '../../../ports/programs/offload.ts';
import { bucketsOf } from '../../rules/logs/buckets.ts';
import { onDisk } from '../../rules/storage-failure.ts';
import type { LocalSockets } from '../sockets.ts';
import { logWriter } from './files/writer.ts';
import { copiedFiles, removeOldFiles } from './old-files.ts';
import { indexClient } from './index/index-client.ts';
import { logFollowers } from './live/followers.ts';
import { tail } from './live/tail.ts';

interface LocalLogsOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly connections: Pick<LocalSockets, 'sockets' | 'backlog'>;
  /** Reads and builds the index; closed with the logs. One child: it alone writes the index. */
  readonly offload: Offload;
  readonly log: Log;
}

/** The index is brought up to the files after so many new bytes, also without a search. */
const builtBytes = 8 * 1024 * 1024;

/**
 * Daily files of JSON lines, text logs, and an index beside them that can be made again. Logs of
 * older servers in the same folder are read as well.
 */
export function localLogs(options: LocalLogsOptions): Logs {
  const { directory, clock, connections, offload } = options;
  const index = indexClient(options);
  const followers = logFollowers({
    connections,
    openTail: (on) => tail({ directory, ...on }),
    after: (query, limit) => index.after(query, limit),
  });
  let unread = 0;
  const writer = logWriter({
    directory,
    clock,
    onWritten(bytes) {
      followers.written();
      unread += bytes;
      if (unread < builtBytes) return;
      unread = 0;
      index.build();
    },
  });
  index.build();

  return {
    append: (records, textFile) => writer.append(records, textFile),

    async search(query, page) {
      const result = await index.search(query, page);
      if (!result) return { entries: [], total: 0, kept: 0, scanned: 0, isPartial: false };
      return { ...result.answer, isPartial: result.answer.isPartial || !result.isComplete };
    },

    summaries: (of, limit) => index.summaries(of, limit),

    histogram: async (query, buckets) =>
      (await index.histogram(query, buckets)) ?? bucketsOf([], query, buckets),

    follow: (connection, query) => followers.follow(connection, query),
    resume: async () => {},
    leave: async (connection) => followers.leave(connection),

    push: async () => {},

    prune: (limits) =>
      onDisk(async () => {
        await removeOldFiles({ directory, now: clock.now(), ...limits });
        index.build();
      }),

    copies: (limits) => copiedFiles({ directory, now: clock.now(), ...limits }),

    indexing: () => index.indexing(),

    async close() {
      followers.close();
      await writer.close();
      await offload.close();
    },
  };
}
