import * as z from 'zod/mini';
import { mayReadDeliveries } from '#core/logs/access/viewer.ts';
import { oneQuery } from '#core/webhook/deliveries/views.ts';
import { page } from '../logs/page.ts';

export const handler = page({
  summary: 'A delivery: its steps over time, and for readers with the key what was received',
  access: 'viewer',
  params: z.object({ id: z.string() }),
  query: oneQuery,
  replies: { 404: { description: 'The log viewer is switched off, or knows no such delivery' } },
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
