import type { Platform } from '#core/platform/ports/platform.ts';
import { deliveryQueue, type DeliveryMessage } from './message.ts';

/**
 * Hands a delivery over for processing; it is durable when this resolves. Deliveries of one pull
 * request are processed one at a time, in this order. Repeated with the same id: processed once.
 */
export async function sendDelivery(
  { queue }: Pick<Platform, 'queue'>,
  message: DeliveryMessage,
): Promise<void> {
  const { repository, pr_number, id } = message;
  const group = pr_number === null ? `${repository} ${id}` : `${repository}#${pr_number}`;
  await queue.send(deliveryQueue, JSON.stringify(message), { group });
}
