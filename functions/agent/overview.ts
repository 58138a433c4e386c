import { agentOverview } from '#core/agent/agent-overview.ts';
import { json } from '#core/http/reply/reply.ts';
import { foundOnly, overview, overviewQuery } from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The sessions that were used last',
  access: 'key',
  query: overviewQuery,
  replies: { 200: { description: 'For the first page of the home', schema: overview } },
  // What its sessions said is in the session search.
  run: async ({ platform, query: { q = '' } }) =>
    json(200, q.trim() === '' ? await agentOverview(platform) : foundOnly([])),
});
