import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { sessions } from '../tables.ts';
import { forget } from './delete-session.ts';
import { everySession } from './every-session.ts';

type Needs = Pick<Platform, 'agents' | 'clock' | 'feed' | 'records'>;

const idleMilliseconds = 3_600_000;

/** Removes sessions without a prompt for an hour; never one with a turn in progress. */
export async function removeIdleSessions(needs: Needs): Promise<void> {
  const since = new Date(needs.clock.now().getTime() - idleMilliseconds).toISOString();
  for await (const { id, busy_since, version } of everySession(needs, since)) {
    if (busy_since !== null) continue;
    try {
      await needs.records.delete(sessions, { id }, { version });
      await forget(needs, id);
    } catch (error) {
      // It was used in this moment.
      if (!isFailure(error, 'conflict')) throw error;
    }
  }
}
