import * as z from 'zod/mini';
import { deliveryUrl } from '#core/logs/pages/page-query.ts';
import { replayQuestion } from '#core/webhook/pages/replay-question.ts';
import { form } from '../logs/form.ts';
import { replayReplies } from '../logs/replies.ts';

export const handler = form({
  summary: 'The form of a delivery’s page: replay and dry run',
  access: 'deliveries',
  params: z.object({ id: z.string() }),
  replies: { ...replayReplies, 202: { description: 'It is queued' } },
  question({ params: { id }, body }) {
    return body['task'] === 'replay' ? replayQuestion('this delivery', deliveryUrl(id)) : undefined;
  },
  async act({ platform, params, body }) {
    const { actOnDelivery } = await import('#core/webhook/pages/act-on-deliveries.ts');
    const { data, path } = await actOnDelivery(platform, params.id, body);
    return { status: 202, data, page: { path } };
  },
});
