import type * as z from 'zod/mini';
import { findFlow } from '#core/logs/reading/read-flow.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskedStart } from '#core/text/mask.ts';
import { maskFor } from '../configuration/read-configuration.ts';
import { bodyOf } from './kept-body.ts';
import { lineOf, readRow, shownState } from './read-deliveries.ts';
import { deliveries } from './tables.ts';
import type { deliveryDetail } from './views.ts';

type Needs = Pick<
  Platform,
  'blobs' | 'clock' | 'environment' | 'home' | 'log' | 'logs' | 'records'
>;

/** People read the beginning; a replay takes all of it. */
const maxBodyLength = 1_000_000;
const maxReplays = 100;

/** A delivery with what was received, what it did and what repeats it. */
export async function readDelivery(
  needs: Needs,
  id: string,
  repository: string | undefined,
): Promise<z.output<typeof deliveryDetail>> {
  const row = await readRow(needs, id, repository);
  const [body, flow, masked, replays] = await Promise.all([
    bodyOf(needs, row),
    findFlow(needs, row.id),
    maskFor(needs),
    needs.records.list(deliveries, {
      index: 'by_origin',
      where: { replay_of: row.id },
      order: 'descending',
      limit: maxReplays,
    }),
  ]);
  return {
    ...lineOf(row),
    headers: Object.fromEntries(
      Object.entries(row.headers).map(([name, value]) => [name, masked(value)]),
    ),
    body: body && maskedStart(body, maxBodyLength, masked),
    is_body_cut: (body?.length ?? 0) > maxBodyLength,
    steps: flow?.steps ?? [],
    replays: replays.rows.map((each) => ({
      id: each.id,
      received_at: each.received_at,
      state: shownState(each),
    })),
  };
}
