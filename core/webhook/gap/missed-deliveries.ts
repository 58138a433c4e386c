import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Scm } from '#core/scm/client.ts';
import { deliveries } from '../deliveries/tables.ts';

const schema = z.object({
  id: z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d+$/))]), z.transform(String)),
  guid: z.string(),
  event: z.string(),
  delivered_at: z.iso.datetime({ offset: true }),
});

export type SentDelivery = z.output<typeof schema>;

/** 5,000 deliveries; the host keeps them for 3 days. */
const mostPages = 50;

/**
 * Deliveries between two times that the code host sent and that are not stored here, oldest first.
 * Of redeliveries, which have one guid, the last.
 */
export async function missedDeliveries(
  { records }: Pick<Platform, 'records'>,
  scm: Scm,
  path: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SentDelivery[]> {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  const sent = new Map<string, SentDelivery>();
  let pages = 0;
  for await (const page of scm.pages(path)) {
    const listed = page.flatMap((delivery) => schema.safeParse(delivery).data ?? []);
    for (const delivery of listed) {
      const at = Date.parse(delivery.delivered_at);
      if (at >= first && at <= end && !sent.has(delivery.guid)) sent.set(delivery.guid, delivery);
    }
    const oldest = Date.parse(listed.at(-1)?.delivered_at ?? '');
    pages += 1;
    if (pages === mostPages || oldest < first) break;
  }
  const missed: SentDelivery[] = [];
  for (const delivery of sent.values()) {
    // By id alone: a renamed repository has another name in the payload.
    const where = { id: delivery.guid };
    const { rows } = await records.list(deliveries, { index: 'by_id', where, limit: 1 });
    if (rows.length === 0) missed.push(delivery);
  }
  return missed.reverse();
}
