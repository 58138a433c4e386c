import type * as z from 'zod/mini';
import { findFlow } from '#core/logs/reading/read-flow.ts';
import type { Flow } from '#core/logs/reading/flow.ts';
import { Failure, unlessMissing } from '#core/platform/failure.ts';
import { readDelivery } from '../deliveries/read-delivery.ts';
import type { deliveryDetail } from '../deliveries/views.ts';

type Needs = Parameters<typeof readDelivery>[0];
export type DeliveryDetail = z.output<typeof deliveryDetail>;

export interface DeliveryContent {
  readonly id: string;
  /** Undefined: the log has nothing about it, yet. */
  readonly flow: Flow | undefined;
  /** Undefined: there is no row, or the reader may not see it. */
  readonly delivery: DeliveryDetail | undefined;
  readonly mayRead: boolean;
}

export async function readDeliveryPage(
  needs: Needs,
  id: string,
  { repository, mayRead }: { readonly repository: string | undefined; readonly mayRead: boolean },
): Promise<DeliveryContent> {
  const [flow, delivery] = await Promise.all([
    findFlow(needs, id),
    mayRead ? unlessMissing(readDelivery(needs, id, repository)) : undefined,
  ]);
  // A replay's row is written when a worker takes it.
  const isWaiting = id.startsWith('del_');
  if (flow || delivery || isWaiting) return { id, flow, delivery, mayRead };
  throw new Failure('missing', 'no_flow', `No data found for hook ID: ${id}`);
}
