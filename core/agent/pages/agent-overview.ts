import type { Platform } from '#core/platform/ports/platform.ts';
import { maxRecent, type Overview, shortText } from '#core/web/overview.ts';
import { readUrl } from './agent-site.ts';
import { listSessions } from '../sessions.ts';

/** An application brings the agent to life, no person: it has no first steps. */
export async function agentOverview(needs: Pick<Platform, 'records'>): Promise<Overview> {
  const { sessions } = await listSessions(needs);
  return {
    recent: sessions
      .slice(0, maxRecent)
      .map(({ session_id, last_activity, provider, model, busy }) => ({
        at: last_activity,
        text: shortText(`Session with ${model} (${provider})`),
        path: readUrl(session_id),
        ...(busy && { state: 'running' as const }),
      })),
    needs: [],
    steps: [],
  };
}
