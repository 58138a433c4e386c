import { json } from '#core/http/reply/reply.ts';
import { countDeadLetters } from '#core/jobs/dead-letter.ts';
import {
  commandsOf,
  deadLetterNeeds,
  foundOnly,
  overview,
  overviewQuery,
} from '#core/web/overview.ts';
import { receiverOverview } from '#core/webhook/pages/receiver-overview.ts';
import { endpoint } from '#functions/logs/endpoint.ts';
import { deliveryReplies } from '#functions/logs/replies.ts';
import { webhook } from './manifest.ts';

export const handler = endpoint({
  summary: 'Get the latest deliveries, what needs attention, and the first steps, or search',
  access: 'deliveries',
  // For pages.
  tags: ['mcp_exclude'],
  query: overviewQuery,
  replies: {
    200: { description: 'The overview for the home page', schema: overview },
    ...deliveryReplies,
  },
  async run({ platform, query: { q = '' } }) {
    if (q.trim() !== '') {
      const { findDeliveries } = await import('#core/logs/reading/find-deliveries.ts');
      const { logsCommands } = await import('#core/logs/pages/logs-site.ts');
      const places = commandsOf(q.trim(), 'Webhooks', logsCommands());
      return json(200, foundOnly([...places, ...(await findDeliveries(platform, q.trim()))]));
    }
    const [own, dead] = await Promise.all([
      receiverOverview(platform),
      countDeadLetters(platform, webhook.jobs),
    ]);
    return json(200, { ...own, needs: [...own.needs, ...deadLetterNeeds('webhook', dead)] });
  },
});
