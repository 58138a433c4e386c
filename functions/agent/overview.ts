import { agentOverview } from '#core/agent/pages/agent-overview.ts';
import { agentNavigation } from '#core/agent/pages/agent-site.ts';
import { json } from '#core/http/reply/reply.ts';
import { foundOnly, overview, overviewQuery, placesOf } from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The sessions that were used last',
  access: 'key',
  query: overviewQuery,
  replies: { 200: { description: 'For the first page of the home', schema: overview } },
  async run({ platform, query: { q = '' } }) {
    if (q.trim() === '') return json(200, await agentOverview(platform));
    // What its sessions said is in the session search.
    return json(200, foundOnly(placesOf(q.trim(), 'Agent', agentNavigation)));
  },
});
