import * as z from 'zod/mini';
import { Failure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LogQuery, PlacedEntry } from '../../../ports/logs.ts';
import type { Records, Stored } from '../../../ports/records.ts';
import type { Sockets } from '../../../ports/systems/sockets.ts';
import { table } from '../../../table.ts';
import { matcher } from '../../rules/logs/matches.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { framesOf } from './frames.ts';

interface Needs {
  readonly records: Records;
  readonly sockets: Pick<Sockets, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
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

type Follower = Stored<ReturnType<typeof followers.parse>>;

/**
 * Connections that follow the log, as rows. Entries reach each of them in order; after a failure
 * some may be sent twice, which their cursors show.
 */
export function logFollowers({ records, sockets, clock, last, read }: Needs) {
  /** Sends the matches after `after` up to `upTo`; what does not fit the time is one gap. Returns the
   * last cursor that was sent or skipped; undefined: the connection has ended. */
  async function replay(connection: string, query: Followed, after: number, upTo: number) {
    const until = clock.now().getTime() + replayMilliseconds;
    for (let cursor = after; cursor < upTo;) {
      const page = await read({ ...query, after: cursor, before: upTo + 1 }, pageSize);
      for (const { text, first, last: upToHere } of framesOf(page, query.together ?? false)) {
        if (clock.now().getTime() > until) {
          const gap = JSON.stringify({ gap: { from: first, to: upTo } });
          return (await sockets.send(connection, gap)) ? upTo : undefined;
        }
        if (!(await sockets.send(connection, text))) return undefined;
        cursor = upToHere;
      }
      if (page.length < pageSize) cursor = upTo;
    }
    return upTo;
  }

  async function all(): Promise<readonly Follower[]> {
    const rows: Follower[] = [];
    const query = { index: 'by_all', where: { all: 'all' }, limit: 1_000 } as const;
    for (let cursor: string | undefined, more = true; more;) {
      const page = await records.list(followers, { ...query, ...(cursor && { cursor }) });
      rows.push(...page.rows);
      cursor = page.cursor;
      more = cursor !== undefined;
    }
    return rows;
  }

  /** Undefined: the row has changed or is gone. */
  async function change(row: Follower, changes: Partial<Follower>): Promise<Follower | undefined> {
    const { connection, version } = row;
    try {
      return await records.update(followers, { connection }, changes, { version });
    } catch (error) {
      if (error instanceof Failure && ['conflict', 'missing'].includes(error.kind))
        return undefined;
      throw error;
    }
  }

  const leave = async (connection: string) =>
    void (await records.delete(followers, { connection }));

  /** The next event sends the rest, from the log. */
  const later = async (row: Follower, cursor: number) =>
    void (await change(row, { sent: cursor, is_ready: true, since: null }));

  /** A message was not taken. */
  async function missed(row: Follower, cursor: number): Promise<void> {
    const followed = Date.parse(row.expires_at) - maxFollowMilliseconds;
    const isOpening = clock.now().getTime() < followed + openingMilliseconds;
    return isOpening ? later(row, cursor) : leave(row.connection);
  }

  /** Sends the entries of one event to one connection, after those since `pushed`. */
  async function pushTo(
    follower: Follower,
    entries: readonly PlacedEntry[],
    pushed: number,
  ): Promise<void> {
    const { connection, is_ready, since, sent: cursor } = follower;
    const [first = 0, upTo = 0] = [entries[0]?.cursor, entries.at(-1)?.cursor];
    if (!is_ready || upTo <= cursor) return;
    const query = JSON.parse(follower.query) as Followed;
    let row: Follower | undefined = follower;
    const isFirst = since === null || first <= since;
    let done = isFirst ? cursor : Math.max(cursor, Math.min(pushed, first - 1));
    if (since === null) row = await change(follower, { since: upTo });
    // follow() sends again: it has seen newer entries.
    if (!row) return;
    try {
      if (isFirst || done < first - 1) {
        if ((await replay(connection, query, done, upTo)) === undefined) await missed(row, done);
        return;
      }
      for (const frame of framesOf(entries.filter(matcher(query)), query.together ?? false)) {
        if (!(await sockets.send(connection, frame.text))) return await missed(row, done);
        done = frame.last;
      }
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'unavailable') throw error;
      // Too slow, or throttled.
      await later(row, done);
    }
  }

  return {
    leave,

    /** Sends nothing: the connection is not open before the function that accepts it has ended. */
    async follow(connection: string, query: Followed): Promise<void> {
      const expires_at = new Date(clock.now().getTime() + maxFollowMilliseconds).toISOString();
      const cursor = query.after ?? (await last());
      const row = { connection, query: JSON.stringify(query), expires_at };
      await records.put(followers, { ...row, sent: cursor, is_ready: true, since: null });
    },

    async resume(connection: string): Promise<void> {
      let mine: Follower | undefined = await records.get(followers, { connection });
      while (mine?.since === null && mine.is_ready && (await last()) > mine.sent) {
        mine = await change(mine, { is_ready: false });
        if (!mine) return;
        const query = JSON.parse(mine.query) as Followed;
        const cursor = await replay(connection, query, mine.sent, await last());
        if (cursor === undefined) return leave(connection);
        // An entry that is appended from now on is pushed. One of before may have been missed.
        mine = await change(mine, { sent: cursor, is_ready: true });
      }
    },

    async push(entries: readonly PlacedEntry[]): Promise<void> {
      const [first, upTo] = [entries[0]?.cursor, entries.at(-1)?.cursor];
      if (first === undefined || upTo === undefined) return;
      const pushed = (await records.get(pushes, allPushes))?.cursor ?? first - 1;
      await eachAtMost(atOnce, await all(), (follower) => pushTo(follower, entries, pushed));
      // An event that is given up does not come here: the next one sends its entries as well.
      if (upTo > pushed) await records.put(pushes, { ...allPushes, cursor: upTo });
    },
  };
}
