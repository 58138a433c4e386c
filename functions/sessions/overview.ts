import { json } from '#core/http/reply/reply.ts';
import { sessionsOverview } from '#core/sessions/summaries/sessions-overview.ts';
import { foundOnly, overview, overviewQuery, placesOf } from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The latest sessions, and the first steps',
  access: 'key',
  query: overviewQuery,
  replies: { 200: { description: 'For the first page of the home', schema: overview } },
  async run({ platform, query: { q = '' } }) {
    if (q.trim() === '') return json(200, await sessionsOverview(platform));
    const { findSessions } = await import('#core/sessions/search/find-sessions.ts');
    const { sessionsNavigation } = await import('#core/sessions/pages/sessions-site.ts');
    const places = placesOf(q.trim(), 'Session search', sessionsNavigation);
    return json(200, foundOnly([...places, ...(await findSessions(platform, q.trim()))]));
  },
});
