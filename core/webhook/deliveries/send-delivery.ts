import type { Platform } from '#core/platform/ports/platform.ts';
import { deliveryQueue, type DeliveryMessage } from './message.ts';

/**
 * Hands a delivery over for processing; it is durable when this resolves. Deliveries of one pull
 * request are processed one at a time, in this order. Repeated with the same id: processed once.
 */
export async function sendDelivery(
  { queue }: Pick<Platform, 'queue'>,
  delivery: Omit<DeliveryMessage, 'repository_name'>,
): Promise<void> {
  const { repository, pr_number, id } = delivery;
  const repository_name = repository.slice(repository.lastIndexOf('/') + 1);
  const message: DeliveryMessage = { ...delivery, repository_name };
  const group = pr_number === null ? `${repository} ${id}` : `${repository}#${pr_number}`;
  await queue.send(deliveryQueue, JSON.stringify(message), { group });
}
