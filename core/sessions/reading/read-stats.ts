import type { Platform } from '#core/platform/ports/platform.ts';
import { listSessions } from '../summaries/list-sessions.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

export async function readStats(needs: Needs) {
  const all = await listSessions(needs);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    projects: new Set(all.map(({ session }) => session.project_path)).size,
    sessions: all.length,
    active_sessions: all.filter(({ session }) => session.is_active).length,
    messages: sum(all.map(({ session }) => session.message_count)),
    bytes: sum(all.map(({ file }) => file.size)),
  };
}
