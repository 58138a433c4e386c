import type { Platform } from '#core/platform/ports/platform.ts';
import { maxRecent, type Overview, shortText } from '#core/web/overview.ts';
import { listSessions } from './list-sessions.ts';

export async function sessionsOverview(
  needs: Pick<Platform, 'transcripts' | 'log' | 'clock'>,
): Promise<Overview> {
  const all = await listSessions(needs);
  const recent = all
    .flatMap(({ session }) =>
      session.updated_at === null ? [] : [{ ...session, at: session.updated_at }],
    )
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return {
    recent: recent.slice(0, maxRecent).map(({ at, id, title, project_name, is_active }) => ({
      at,
      text: shortText(`${project_name}: ${title ?? id}`),
      path: `/read/${encodeURIComponent(id)}`,
      ...(is_active && { state: 'running' as const }),
    })),
    needs: [],
    steps: [{ text: 'Find a session of your coding assistant', isDone: all.length > 0, path: '/' }],
  };
}
