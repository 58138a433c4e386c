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
  const session = await readSession(needs, id);
  return events(needs, id, after ?? session.turn_after, session.busy_since !== null);
}

async function* events({ feed }: Needs, id: string, after: number, isBusy: boolean) {
  const stop = new AbortController();
  const name = feedOf(id);
  try {
    let cursor = after;
    // An idle session has no events to wait for.
    const last = isBusy ? Number.POSITIVE_INFINITY : await feed.last(name);
    if (cursor >= last) return;
    for await (const entry of feed.subscribe(name, { after: cursor, signal: stop.signal })) {
      cursor = entry.cursor;
      const { type, ...data } = JSON.parse(entry.body) as { type: string };
      yield { id: cursor, type, data: JSON.stringify(data) };
      if (cursor >= last || (isBusy && type === 'done')) return;
    }
  } finally {
    stop.abort();
  }
}
