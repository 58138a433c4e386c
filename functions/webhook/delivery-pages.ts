import * as z from 'zod/mini';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { mayReadDeliveries } from '#core/logs/access/viewer.ts';
import { deliveryUrl } from '#core/logs/pages/page-query.ts';
import { listDeliveries } from '#core/webhook/deliveries/read-deliveries.ts';
import { readRejections } from '#core/webhook/pages/read-rejections.ts';
import { oneQuery } from '#core/webhook/deliveries/views.ts';
import { deliveriesQuery, searchOf } from '#core/webhook/pages/deliveries-search.ts';
import { bulkQuestion, replayQuestion, selectedIds } from '#core/webhook/pages/replay-question.ts';
import { form, page } from '#functions/logs/page.ts';
import { deliveryReplies, replayReplies } from '#functions/logs/replies.ts';

const params = z.object({ id: z.string() });

export const showList = page({
  summary: 'Show the stored deliveries, to inspect and replay',
  access: 'deliveries',
  query: deliveriesQuery,
  replies: deliveryReplies,
  async show({ platform, request, caller, query, frame }) {
    const [{ deliveriesPage }, content, rejections] = await Promise.all([
      import('#core/webhook/pages/deliveries-page.ts'),
      listDeliveries(platform, searchOf(query)),
      readRejections(platform),
    ]);
    const hasSession = caller.access === 'session';
    const baseUrl = baseUrlOf(request);
    return deliveriesPage({ ...frame, ...content, rejections, baseUrl, query, hasSession });
  },
});

export const submitList = form({
  summary: 'Replay the selected deliveries',
  access: 'deliveries',
  bodyLimit: 65_536,
  replies: { ...deliveryReplies, 202: { description: 'The queued deliveries' } },
  question({ body }) {
    return body['task'] === 'replay' ? bulkQuestion(selectedIds(body).length) : undefined;
  },
  async act({ platform, body }) {
    const { actOnDeliveries } = await import('#core/webhook/pages/act-on-deliveries.ts');
    const { data, path } = await actOnDeliveries(platform, body);
    return { status: 202, data, page: { path } };
  },
});

export const show = page({
  summary: 'Show a delivery: its steps over time and, with the key, the received request',
  access: 'viewer',
  params,
  query: oneQuery,
  replies: { 404: { description: 'The log viewer is disabled, or there is no such delivery' } },
  async show({ platform, request, caller, params: { id }, query: { repository }, frame }) {
    const mayRead = mayReadDeliveries(caller, request);
    const access = caller.access !== 'none' ? 'link' : caller.hasKey ? 'none' : 'no key';
    const [{ deliveryPage }, { readDeliveryPage }] = await Promise.all([
      import('#core/webhook/pages/delivery-page.ts'),
      import('#core/webhook/pages/read-delivery-page.ts'),
    ]);
    const content = await readDeliveryPage(platform, id, { repository, mayRead });
    return deliveryPage({ ...frame, ...content, access });
  },
});

export const submit = form({
  summary: 'Replay a delivery, or as a dry run, from its page',
  access: 'deliveries',
  params,
  replies: { ...replayReplies, 202: { description: 'Queued' } },
  question({ params: { id }, body }) {
    return body['task'] === 'replay' ? replayQuestion('this delivery', deliveryUrl(id)) : undefined;
  },
  async act({ platform, params, body }) {
    const { actOnDelivery } = await import('#core/webhook/pages/act-on-deliveries.ts');
    const { data, path } = await actOnDelivery(platform, params.id, body);
    return { status: 202, data, page: { path } };
  },
});
