import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { agentSettings } from '../settings.ts';
import { sessions } from '../tables.ts';
import { forget } from './delete-session.ts';
import { everySession } from './every-session.ts';

type Needs = Pick<Platform, 'agents' | 'clock' | 'environment' | 'feed' | 'records'>;

/** Removes sessions that nobody used for an hour; never one with a turn in progress. */
export async function removeIdleSessions(needs: Needs): Promise<void> {
  const { SIDECAR_IDLE_MINUTES } = agentSettings(needs.environment);
  const since = needs.clock.now().getTime() - SIDECAR_IDLE_MINUTES * 60_000;
  for await (const { id, busy_since, version } of everySession(
    needs,
    new Date(since).toISOString(),
  )) {
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
