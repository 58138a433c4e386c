import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listDeliveries } from '#core/webhook/deliveries/read-deliveries.ts';
import { readDelivery } from '#core/webhook/deliveries/read-delivery.ts';
import { replayDelivery, replayMany as replayThem } from '#core/webhook/deliveries/replay.ts';
import {
  bulkBody,
  bulkReplayed,
  deliveryDetail,
  deliveryList,
  deliveryQuery,
  oneQuery,
  replayed,
  replayQuery,
} from '#core/webhook/deliveries/views.ts';
import { endpoint } from '#functions/logs/endpoint.ts';
import { deliveryReplies, replayReplies } from '#functions/logs/replies.ts';

const params = z.object({ id: z.string() });

export const list = endpoint({
  summary: 'List the stored deliveries, newest first',
  access: 'deliveries',
  query: deliveryQuery,
  replies: {
    200: { description: 'One page of results', schema: deliveryList },
    ...deliveryReplies,
  },
  run: async ({ platform, query }) => json(200, await listDeliveries(platform, query)),
});

export const read = endpoint({
  summary: 'Get a delivery: the received request, its effects, and its replays',
  access: 'deliveries',
  params,
  query: oneQuery,
  replies: { 200: { description: 'The delivery', schema: deliveryDetail }, ...deliveryReplies },
  async run({ platform, params: { id }, query: { repository } }) {
    return json(200, await readDelivery(platform, id, repository));
  },
});

// A model that reads the log, which strangers write into, must not merge again what it reads about.
const tags = ['mcp_exclude'];

export const replay = endpoint({
  summary: 'Replay a delivery under a new id; a dry run changes nothing on the code host',
  access: 'deliveries',
  tags,
  params,
  query: replayQuery,
  replies: { 202: { description: 'Queued', schema: replayed }, ...replayReplies },
  async run({ platform, params: { id }, query: { repository, dry_run: isDryRun } }) {
    return json(202, await replayDelivery(platform, id, { repository, isDryRun }));
  },
});

export const replayMany = endpoint({
  summary: 'Replay up to 100 deliveries; with an Idempotency-Key, each only once',
  access: 'deliveries',
  tags,
  body: bulkBody,
  replies: {
    202: {
      description: 'The queued deliveries, and those that cannot be replayed',
      schema: bulkReplayed,
    },
    ...deliveryReplies,
  },
  async run({ platform, request, body }) {
    const key = request.headers['idempotency-key']?.slice(0, 200);
    return json(202, await replayThem(platform, body, key || undefined));
  },
});
