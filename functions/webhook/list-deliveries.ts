import { json } from '#core/http/reply/reply.ts';
import { listDeliveries } from '#core/webhook/deliveries/list-deliveries.ts';
import { deliveryList, deliveryQuery } from '#core/webhook/deliveries/views.ts';
import { endpoint } from '../logs/endpoint.ts';
import { deliveryReplies } from '../logs/replies.ts';

export const handler = endpoint({
  summary: 'Stored deliveries, newest first',
  access: 'deliveries',
  query: deliveryQuery,
  replies: { 200: { description: 'A page of them', schema: deliveryList }, ...deliveryReplies },
  run: async ({ platform, query }) => json(200, await listDeliveries(platform, query)),
});
