import type { Platform } from '../../platform/ports/platform.ts';
import { everySession } from './every-session.ts';

export async function listSessions(needs: Pick<Platform, 'records'>) {
  const sessions = [];
  for await (const row of everySession(needs)) {
    const { id: session_id, provider, model, created_at, last_activity, busy_since } = row;
    const busy = busy_since !== null;
    sessions.unshift({ session_id, provider, model, created_at, last_activity, busy });
  }
  return { sessions };
}
