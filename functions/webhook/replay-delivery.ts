import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { replayDelivery } from '#core/webhook/deliveries/replay-delivery.ts';
import { replayed, replayQuery } from '#core/webhook/deliveries/views.ts';
import { endpoint } from '../logs/endpoint.ts';
import { replayReplies } from '../logs/replies.ts';

export const handler = endpoint({
  summary: 'Processes a delivery again under a new id; a dry run changes nothing on the code host',
  access: 'deliveries',
  params: z.object({ id: z.string() }),
  query: replayQuery,
  replies: { 202: { description: 'It is queued', schema: replayed }, ...replayReplies },
  async run({ platform, params: { id }, query: { repository, dry_run: isDryRun } }) {
    return json(202, await replayDelivery(platform, id, { repository, isDryRun }));
  },
});
