import * as z from 'zod/mini';
import { deliveryQuery, shownState } from '../deliveries/views.ts';

const text = z._default(z.string(), '');

/** What the form of the page sends. Anything is accepted: what is wrong counts as not given. */
export const deliveriesQuery = z.object({
  state: z.catch(z._default(z.enum(['', ...shownState.options]), ''), ''),
  event: text,
  repository: text,
  pr_number: text,
  cursor: text,
  /** After a replay: how many are queued, and how many cannot be replayed. */
  replayed: text,
  failed: text,
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

/** The search that the page's form asks for. A pull request that is not a number is not a filter. */
export function searchOf({ pr_number: number, state, ...query }: DeliveriesQuery) {
  return deliveryQuery.parse({
    event: query.event,
    repository: query.repository,
    limit: '50',
    ...(query.cursor !== '' && { cursor: query.cursor }),
    ...(state !== '' && { state }),
    ...(/^\d{1,9}$/.test(number) && { pr_number: number }),
  });
}
