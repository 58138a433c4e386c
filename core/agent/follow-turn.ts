import type { Platform } from '#core/platform/ports/platform.ts';
import { sumOf } from './limits/budget.ts';
import { follow } from './limits/permissions.ts';
import type { TurnEvent } from './schema.ts';
import { everySession, readSession } from './sessions.ts';
import { feedOf, sessions } from './tables.ts';

type Needs = Pick<Platform, 'feed' | 'records' | 'agents' | 'clock'>;

interface SentEvent {
  /** To continue after it. */
  readonly id: number;
  readonly type: string;
  /** JSON. */
  readonly data: string;
}

/** The events after the cursor, and new ones until the turn is done. Without a cursor: those of the
 * latest turn. */
export async function followTurn(
  needs: Needs,
  id: string,
  after?: number,
): Promise<AsyncIterable<SentEvent>> {
  const { turn_after: turnStart, busy_since } = await readSession(needs, id);
  const start = busy_since === null ? undefined : turnStart;
  return {
    [Symbol.asyncIterator]() {
      const stop = new AbortController();
      const source = events(needs, id, { after: after ?? turnStart, turnStart: start, stop });
      const leave = follow(needs, id);
      return {
        async next() {
          const result = await source.next();
          if (result.done) leave();
          return result;
        },
        // A generator's own return() waits for the next event.
        async return() {
          leave();
          stop.abort();
          return source.return(undefined);
        },
      };
    },
  };
}

interface Section {
  readonly after: number;
  /** The last event before the turn in progress. */
  readonly turnStart: number | undefined;
  readonly stop: AbortController;
}

async function* events(
  { feed }: Needs,
  id: string,
  { after, turnStart, stop }: Section,
): AsyncGenerator<SentEvent, undefined> {
  const name = feedOf(id);
  try {
    let cursor = after;
    // An idle session has no events to wait for.
    const last = turnStart === undefined ? await feed.last(name) : Number.POSITIVE_INFINITY;
    if (cursor >= last) return;
    for await (const entry of feed.subscribe(name, { after: cursor, signal: stop.signal })) {
      cursor = entry.cursor;
      const { type, ...data } = JSON.parse(entry.body) as { type: string };
      yield { id: cursor, type, data: JSON.stringify(data) };
      const isEnd = turnStart !== undefined && cursor > turnStart && type === 'done';
      if (cursor >= last || isEnd) return;
    }
  } finally {
    stop.abort();
  }
}

/** Turns of an earlier process have ended with it: says so to those who follow them. They are not
 * repeated, since tools may have run (R1). */
export async function endInterruptedTurns(needs: Needs, before?: string): Promise<void> {
  const { agents, feed, records } = needs;
  const running = new Set(agents.busy());
  for await (const { id, busy_since, turn_after } of everySession(needs)) {
    if (busy_since === null || running.has(id)) continue;
    if (before !== undefined && busy_since >= before) continue;
    const name = feedOf(id);
    const last = await feed.last(name);
    const [entry] = last > turn_after ? await feed.read(name, { after: last - 1 }) : [];
    const isDone = entry !== undefined && (JSON.parse(entry.body) as TurnEvent).type === 'done';
    const done: TurnEvent = { type: 'done', usage: null, error: 'interrupted' };
    if (!isDone) await feed.append(name, [JSON.stringify(done)]);
    // What the turn has used counts too. Without a conversation, only what is known of earlier turns.
    const { messages } = await agents.messages(id, { offset: 0, limit: Infinity });
    const used = messages.flatMap(({ usage }) => usage ?? []);
    const ended = { busy_since: null, ...(used.length > 0 && { spent: sumOf(used) }) };
    await records.update(sessions, { id }, ended, { busy_since });
  }
}
