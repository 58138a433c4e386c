import { baseUrlOf } from '#core/http/request/base-url.ts';
import { listDeliveries } from '#core/webhook/deliveries/list-deliveries.ts';
import { deliveriesQuery, searchOf } from '#core/webhook/pages/deliveries-search.ts';
import { page } from '../logs/page.ts';
import { deliveryReplies } from '../logs/replies.ts';

export const handler = page({
  summary: 'The stored deliveries, to be inspected and replayed',
  access: 'deliveries',
  query: deliveriesQuery,
  replies: deliveryReplies,
  async show({ platform, request, caller, query, frame }) {
    const [{ deliveriesPage }, found] = await Promise.all([
      import('#core/webhook/pages/deliveries-page.ts'),
      listDeliveries(platform, searchOf(query)),
    ]);
    const hasSession = caller.access === 'session';
    const baseUrl = baseUrlOf(request);
    return deliveriesPage({ ...frame, ...found, baseUrl, query, hasSession });
  },
});
