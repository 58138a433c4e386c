import { job } from '#core/jobs/job.ts';
import { findConfiguration } from '#core/webhook/configuration/read-configuration.ts';
import { deliveryMessage, deliveryQueue } from '#core/webhook/deliveries/message.ts';
import {
  giveUpDelivery,
  maxAttempts,
  processDelivery,
} from '#core/webhook/processing/process-delivery.ts';

/** Processes received deliveries, those of one pull request in order. */
export const { handler, dead, definition } = job({
  queue: deliveryQueue,
  ordered: true,
  message: deliveryMessage,
  leaseSeconds: 30,
  maxAttempts,
  workers: async (platform) => (await findConfiguration(platform))?.maxWorkers ?? 10,
  run: ({ platform, ...run }) => processDelivery(platform, run),
  givenUp: ({ platform, ...run }) => giveUpDelivery(platform, run),
});
