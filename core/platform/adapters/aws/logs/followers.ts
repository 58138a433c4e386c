import * as z from 'zod/mini';
import { allRows } from '../../../all-rows.ts';
import { isFailure, isWritten } from '../../../failure.ts';
import type { LogQuery, PlacedEntry } from '../../../ports/logs.ts';
import type { Stored } from '../../../ports/records.ts';
import { table } from '../../../table.ts';
import { matcher } from '../../rules/logs/matches.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { framesOf, type Frame } from './frames.ts';
import type { AwsLogsOptions } from './parts.ts';

interface Needs extends Pick<AwsLogsOptions, 'records' | 'sockets' | 'clock'> {
  /** The cursor of the newest entry. */
  readonly last: () => Promise<number>;
  /** Matches by cursor, the lowest first. */
  readonly read: (query: LogQuery, most: number) => Promise<readonly PlacedEntry[]>;
}

/** A WebSocket API ends a connection after two hours. */
const maxFollowMilliseconds = 2 * 3_600_000;
/** A function of the WebSocket API has 28 seconds. */
const replayMilliseconds = 20_000;
/** A connection may not be open yet when the function that accepts it has just registered it. */
const openingMilliseconds = 10_000;
const pageSize = 500;
const atOnce = 50;

/**
 * Who sends to a connection: push(), unless resume() does and `is_ready` is false. The first event
 * that push() sends brings everything after `sent`, and `since` is its last entry; later events
 * bring their own entries, and those of an event before that was given up.
 */
const followers = table({
  name: 'log_followers',
  version: 1,
  columns: z.object({
    connection: z.string(),
    /** For the index of all followers. */
    all: z._default(z.literal('all'), 'all'),
    /** JSON of Followed. */
    query: z.string(),
    sent: z.int(),
    is_ready: z.boolean(),
    since: z.nullable(z.int()),
    expires_at: z.string(),
  }),
  key: ['connection'],
  indexes: { by_all: { equal: ['all'], order: 'connection' } },
  expires: 'expires_at',
});

/** Up to which cursor push() has handed entries to all followers. */
const pushes = table({
  name: 'log_pushes',
  version: 1,
  columns: z.object({ name: z.literal('all'), cursor: z.int() }),
  key: ['name'],
});
const allPushes = { name: 'all' } as const;

interface Followed extends LogQuery {
  readonly together?: boolean;
}

/** What a connection was not sent yet. */
type Rest = Followed & { readonly after: number };
type Follower = Stored<ReturnType<typeof followers.parse>>;

/**
 * Connections that follow the log, as rows. Entries reach each of them in order; after a failure
 * some may be sent twice, which their cursors show.
 */
export function logFollowers({ records, sockets, clock, last, read }: Needs) {
  const now = () => clock.now().getTime();

  /** The matches up to a cursor; what does not fit the time is one gap. */
  async function* replay(query: Rest, upTo: number): AsyncGenerator<Frame, void> {
    const until = now() + replayMilliseconds;
    for (let cursor = query.after; cursor < upTo;) {
      const page = await read({ ...query, after: cursor, before: upTo + 1 }, pageSize);
      for (const frame of framesOf(page, query.together)) {
        if (now() > until) {
          const gap = { from: frame.first, to: upTo };
          yield { text: JSON.stringify({ gap }), first: gap.from, last: upTo };
          return;
        }
        yield frame;
        cursor = frame.last;
      }
      if (page.length < pageSize) cursor = upTo;
    }
  }

  /** Undefined: the row has changed or is gone. */
  async function change(row: Follower, changes: Partial<Follower>): Promise<Follower | undefined> {
    const { connection, version } = row;
    const update = records.update(followers, { connection }, changes, { version });
    return (await isWritten(update)) ? { ...row, ...changes, version: version + 1 } : undefined;
  }

  const leave = async (connection: string) =>
    void (await records.delete(followers, { connection }));

  /** False: the next event sends the rest, from the log, unless the connection has ended. */
  async function send(
    row: Follower,
    { after }: Rest,
    frames: Iterable<Frame> | AsyncIterable<Frame>,
  ): Promise<boolean> {
    let [cursor, isOpen] = [after, true];
    try {
      for await (const { text, last } of frames) {
        isOpen = await sockets.send(row.connection, text);
        if (!isOpen) break;
        cursor = last;
      }
      if (isOpen) return true;
    } catch (error) {
      // Too slow, or throttled.
      if (!isFailure(error, 'unavailable')) throw error;
    }
    const opened = Date.parse(row.expires_at) - maxFollowMilliseconds + openingMilliseconds;
    if (!isOpen && now() >= opened) await leave(row.connection);
    else await change(row, { sent: cursor, is_ready: true, since: null });
    return false;
  }

  return {
    leave,

    /** Sends nothing: the connection is not open before the function that accepts it has ended. */
    async follow(connection: string, query: Followed): Promise<void> {
      const expires_at = new Date(now() + maxFollowMilliseconds).toISOString();
      const cursor = query.after ?? (await last());
      const row = { connection, query: JSON.stringify(query), expires_at };
      await records.put(followers, { ...row, sent: cursor, is_ready: true, since: null });
    },

    async resume(connection: string): Promise<void> {
      let mine: Follower | undefined = await records.get(followers, { connection });
      while (mine?.since === null && mine.is_ready && (await last()) > mine.sent) {
        mine = await change(mine, { is_ready: false });
        if (!mine) return;
        const [query, upTo] = [restOf(mine, mine.sent), await last()];
        if (!(await send(mine, query, replay(query, upTo)))) return;
        // An entry that is appended from now on is pushed. One of before may have been missed.
        mine = await change(mine, { sent: upTo, is_ready: true });
      }
    },

    async push(entries: readonly PlacedEntry[]): Promise<void> {
      const [first, upTo] = [entries[0]?.cursor, entries.at(-1)?.cursor];
      if (first === undefined || upTo === undefined) return;
      const pushed = (await records.get(pushes, allPushes))?.cursor ?? first - 1;

      const pushTo = async (follower: Follower) => {
        const { is_ready, since, sent: own } = follower;
        if (!is_ready || upTo <= own) return;
        const row = since === null ? await change(follower, { since: upTo }) : follower;
        // follow() sends again: it has seen newer entries.
        if (!row) return;
        const isFirst = since === null || first <= since;
        const after = isFirst ? own : Math.max(own, Math.min(pushed, first - 1));
        const query = restOf(row, after);
        const frames =
          after < first - 1
            ? replay(query, upTo)
            : framesOf(entries.filter(matcher(query)), query.together);
        await send(row, query, frames);
      };

      const query = { index: 'by_all', where: { all: 'all' } } as const;
      for await (const rows of allRows({ records }, followers, query)) {
        await eachAtMost(atOnce, rows, pushTo);
      }
      // An event that is given up does not come here: the next one sends its entries as well.
      if (upTo > pushed) await records.put(pushes, { ...allPushes, cursor: upTo });
    },
  };
}

function restOf({ query }: Follower, after: number): Rest {
  return { ...(JSON.parse(query) as Followed), after };
}
