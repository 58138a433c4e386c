import { json } from '#core/http/reply/reply.ts';
import { sessionsOverview } from '#core/sessions/summaries/sessions-overview.ts';
import { commandsOf, foundOnly, overview, overviewQuery } from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Get the latest sessions and the first steps, or search',
  access: 'key',
  query: overviewQuery,
  replies: { 200: { description: 'The overview for the home page', schema: overview } },
  async run({ platform, query: { q = '' } }) {
    if (q.trim() === '') return json(200, await sessionsOverview(platform));
    const { findSessions } = await import('#core/sessions/search/find-sessions.ts');
    const { sessionsNavigation } = await import('#core/sessions/pages/sessions-site.ts');
    const places = commandsOf(q.trim(), 'Session search', sessionsNavigation);
    return json(200, foundOnly([...places, ...(await findSessions(platform, q.trim()))]));
  },
});
