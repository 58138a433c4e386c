import type { Platform } from '../../platform/ports/platform.ts';
import type { TurnEvent } from '../schema.ts';
import { everySession } from '../sessions/every-session.ts';
import { feedOf, sessions } from '../tables.ts';

type Needs = Pick<Platform, 'agents' | 'feed' | 'records'>;

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
    await records.update(sessions, { id }, { busy_since: null }, { busy_since });
  }
}
