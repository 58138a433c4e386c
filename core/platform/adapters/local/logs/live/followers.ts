import type { LogQuery, PlacedEntry } from '../../../../ports/logs.ts';
import { matcher } from '../../../rules/logs/matches.ts';
import { largestMessage, textWithin } from '../../../rules/logs/text-within.ts';
import type { LocalSockets } from '../../sockets.ts';
import { follower, type Follower } from './follower.ts';
import type { Tail, TailOptions } from './tail.ts';

interface FollowersOptions {
  /** Reads what is appended from now on. */
  readonly openTail: (on: Pick<TailOptions, 'onEntry' | 'onReplaced'>) => Tail;
  readonly connections: Pick<LocalSockets, 'sockets' | 'backlog'>;
  /** Matches in the order of their cursors; `upTo`: fewer than the limit are all up to it. */
  readonly after: (
    query: LogQuery & { readonly after: number },
    limit: number,
  ) => Promise<{ readonly entries: readonly PlacedEntry[]; readonly upTo: number } | undefined>;
}

/** Followers with one filter: it is evaluated once for all of them. */
interface Group {
  readonly isMatch: (entry: PlacedEntry) => boolean;
  readonly followers: Set<Follower>;
}

const pageLimit = 500;
const messageOf = (entry: PlacedEntry) => textWithin(entry, largestMessage);

/** Sends entries to connections. New ones are read while there are any. */
export function logFollowers({ openTail, connections, after: entriesAfter }: FollowersOptions) {
  const groups = new Map<string, Group>();
  const all = new Map<string, { readonly follower: Follower; readonly key: string }>();
  let watching: { readonly tail: Tail; readonly started: Promise<void> } | undefined;

  function tell(entry: PlacedEntry): void {
    let message: string | undefined;
    for (const { isMatch, followers } of groups.values()) {
      if (!isMatch(entry)) continue;
      message ??= messageOf(entry);
      for (const one of followers) one.offer(entry.cursor, message);
    }
  }

  /** The clients connect again, and get what the new file has. */
  function endAll(): void {
    for (const connection of all.keys()) void connections.sockets.close(connection);
  }

  function watched(): NonNullable<typeof watching> {
    if (watching) return watching;
    const tailed = openTail({ onEntry: tell, onReplaced: endAll });
    return (watching = { tail: tailed, started: tailed.start() });
  }

  function leave(connection: string): void {
    const one = all.get(connection);
    if (!one) return;
    all.delete(connection);
    one.follower.end();
    const group = groups.get(one.key);
    group?.followers.delete(one.follower);
    if (group?.followers.size === 0) groups.delete(one.key);
    if (all.size > 0) return;
    watching?.tail.stop();
    watching = undefined;
  }

  function join(one: Follower, connection: string, filter: LogQuery): void {
    const key = JSON.stringify(filter);
    const group = groups.get(key) ?? { isMatch: matcher(filter), followers: new Set() };
    groups.set(key, group);
    group.followers.add(one);
    all.set(connection, { follower: one, key });
  }

  /** Sends what is stored, until nothing lies between it and the new entries. */
  async function replay(one: Follower, query: LogQuery, after: number): Promise<void> {
    for (let last = after; !one.isEnded();) {
      const page = await entriesAfter({ ...query, after: last }, pageLimit);
      const { entries = [], upTo = last } = page ?? {};
      for (const entry of entries) await one.send(entry.cursor, messageOf(entry));
      const isAll = entries.length < pageLimit;
      last = isAll ? upTo : (entries.at(-1)?.cursor ?? upTo);
      if (isAll && one.goLive(last)) return;
    }
  }

  return {
    async follow(connection: string, query: LogQuery): Promise<void> {
      leave(connection);
      const { after, ...filter } = query;
      const one = follower({ connection, connections, onEnd: () => leave(connection) });
      // Before the first wait: entries that come from now on belong to this follower.
      join(one, connection, filter);
      const { tail: files, started } = watched();
      try {
        await started;
        await files.look();
      } catch (error) {
        // The last one to leave ends a tail that could not start: the next follower opens another.
        leave(connection);
        throw error;
      }
      if (after === undefined) one.goLive(files.cursor() - 1);
      // The client connects again, with its last cursor.
      else void replay(one, filter, after).catch(() => void connections.sockets.close(connection));
    },

    leave,
    written: () => void watching?.tail.look(),

    close(): void {
      for (const connection of [...all.keys()]) leave(connection);
    },
  };
}
