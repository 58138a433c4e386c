import { handleAlert } from '#core/analysis/alerts/handle-alert.ts';
import { alertKey, alertMessage } from '#core/analysis/base/alert-messages.ts';
import { alertQueue } from '#core/analysis/base/raise-alert.ts';
import { job } from '#core/jobs/job.ts';

/** Sends alerts and mentions. */
export const { handler, dead, definition } = job({
  queue: alertQueue,
  message: alertMessage,
  leaseSeconds: 60,
  maxAttempts: 8,
  key: alertKey,
  run: ({ platform, message, work }) => handleAlert(platform, message, work),
});
