import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';

/** The queue, and the job that processes deliveries. */
export const deliveryQueue = 'webhook-deliveries';

/**
 * A received delivery. This message is the durable record of it until its row is written, so it has
 * everything that was checked.
 */
export const deliveryMessage = z.object({
  /** The hook id of the log: the code host's delivery id, or a new one. */
  id: z.string(),
  /** The full name of the entry in the configuration whose secret was checked, whatever the payload says;
   * without an entry that of the payload. */
  repository: z.string(),
  /** The short name, for the log. */
  repository_name: z.string(),
  /** Deliveries of one pull request are processed in order; null: this one is of none. */
  pr_number: z.nullable(z.int()),
  event: z.string(),
  received_at: z.string(),
  /** The client's; empty: it was not sent by one, as in a replay. */
  address: z.string(),
  /** `unchecked`: no secret is configured. */
  signature: z.enum(['valid', 'unchecked']),
  /** Lower-case names, without those that hold keys or cookies. */
  headers: z.record(z.string(), z.string()),
  /** The raw body; empty: the repository was not configured. */
  body: z.string(),
  /** `hook`: sent by the code host; `gap`: fetched from its list; `replay`: asked for by a person. */
  origin: z.enum(['hook', 'gap', 'replay']),
  /** The delivery that this one repeats. */
  replay_of: z.nullable(z.string()),
  /** Changes nothing on the code host. */
  is_dry_run: z.boolean(),
});

export type DeliveryMessage = z.output<typeof deliveryMessage>;

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
