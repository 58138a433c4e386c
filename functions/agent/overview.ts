import { agentOverview } from '#core/agent/pages/agent-overview.ts';
import { agentCommands } from '#core/agent/pages/agent-site.ts';
import { json } from '#core/http/reply/reply.ts';
import { commandsOf, foundOnly, overview, overviewQuery } from '#core/web/overview.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Get the most recently used sessions, or search',
  access: 'key',
  query: overviewQuery,
  replies: { 200: { description: 'The overview for the home page', schema: overview } },
  async run({ platform, query: { q = '' } }) {
    if (q.trim() === '') return json(200, await agentOverview(platform));
    // What its sessions said is in the session search.
    return json(200, foundOnly(commandsOf(q.trim(), 'Agent', agentCommands)));
  },
});
