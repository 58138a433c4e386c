import { deliveryQuery } from '../deliveries/views.ts';
import type { DeliveriesQuery } from './deliveries-page.ts';

/** The search that the page's form asks for. A number that is none finds nothing less: it is left out. */
export function searchOf({ pr_number: number, state, ...query }: DeliveriesQuery) {
  return deliveryQuery.parse({
    ...{ event: query.event, repository: query.repository, limit: '50' },
    ...(query.cursor !== '' && { cursor: query.cursor }),
    ...(state !== '' && { state }),
    ...(/^\d{1,9}$/.test(number) && { pr_number: number }),
  });
}
