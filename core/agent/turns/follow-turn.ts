import type { Platform } from '../../platform/ports/platform.ts';
import { readSession } from '../sessions/read-session.ts';
import { feedOf } from '../tables.ts';

type Needs = Pick<Platform, 'feed' | 'records'>;

export interface SentEvent {
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
  const { turn_after: begun, busy_since } = await readSession(needs, id);
  return events(needs, id, after ?? begun, busy_since === null ? undefined : begun);
}

/** `begun`: the last event before the turn in progress. */
async function* events({ feed }: Needs, id: string, after: number, begun?: number) {
  const stop = new AbortController();
  const name = feedOf(id);
  try {
    let cursor = after;
    // An idle session has no events to wait for.
    const last = begun === undefined ? await feed.last(name) : Number.POSITIVE_INFINITY;
    if (cursor >= last) return;
    for await (const entry of feed.subscribe(name, { after: cursor, signal: stop.signal })) {
      cursor = entry.cursor;
      const { type, ...data } = JSON.parse(entry.body) as { type: string };
      yield { id: cursor, type, data: JSON.stringify(data) };
      const isEnd = begun !== undefined && cursor > begun && type === 'done';
      if (cursor >= last || isEnd) return;
    }
  } finally {
    stop.abort();
  }
}
