import { bulkQuestion, selectedIds } from '#core/webhook/pages/replay-question.ts';
import { form } from '../logs/form.ts';
import { deliveryReplies } from '../logs/replies.ts';

export const handler = form({
  summary: 'The form of the deliveries’ page: replays the selected ones',
  access: 'deliveries',
  bodyLimit: 65_536,
  replies: { ...deliveryReplies, 202: { description: 'What is queued' } },
  question({ body }) {
    return body['task'] === 'replay' ? bulkQuestion(selectedIds(body).length) : undefined;
  },
  async act({ platform, body }) {
    const { actOnDeliveries } = await import('#core/webhook/pages/act-on-deliveries.ts');
    const { data, path } = await actOnDeliveries(platform, body);
    return { status: 202, data, page: { path } };
  },
});
