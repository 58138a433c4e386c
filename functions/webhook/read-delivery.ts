import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { readDelivery } from '#core/webhook/deliveries/read-delivery.ts';
import { deliveryDetail, oneQuery } from '#core/webhook/deliveries/views.ts';
import { endpoint } from '../logs/endpoint.ts';
import { deliveryReplies } from '../logs/replies.ts';

export const handler = endpoint({
  summary: 'A delivery: what was received, what it did, and what repeats it',
  access: 'deliveries',
  params: z.object({ id: z.string() }),
  query: oneQuery,
  replies: { 200: { description: 'The delivery', schema: deliveryDetail }, ...deliveryReplies },
  async run({ platform, params: { id }, query: { repository } }) {
    return json(200, await readDelivery(platform, id, repository));
  },
});
