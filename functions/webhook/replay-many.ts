import { json } from '#core/http/reply/reply.ts';
import { replayMany } from '#core/webhook/deliveries/replay-many.ts';
import { bulkBody, bulkReplayed } from '#core/webhook/deliveries/views.ts';
import { endpoint } from '../logs/endpoint.ts';
import { deliveryReplies } from '../logs/replies.ts';

export const handler = endpoint({
  summary: 'Replays up to 100 deliveries; with an Idempotency-Key each only once',
  access: 'deliveries',
  body: bulkBody,
  replies: {
    202: { description: 'What is queued, and what cannot be', schema: bulkReplayed },
    ...deliveryReplies,
  },
  async run({ platform, request, body }) {
    const key = request.headers['idempotency-key']?.slice(0, 200);
    return json(202, await replayMany(platform, body, key || undefined));
  },
});
