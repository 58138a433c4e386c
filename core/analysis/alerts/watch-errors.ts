import type { Platform } from '#core/platform/ports/platform.ts';
import { countRequest, recentRequests } from './health/request-counts.ts';
import { cooldownMilliseconds, raiseAlert } from '../base/raise-alert.ts';

type Needs = Pick<Platform, 'records' | 'queue' | 'clock' | 'log'>;

const windowMinutes = 5;
const fewest = 10;

/** When this process last raised the alert: during an outage not every request does. */
const raised = new WeakMap<Platform['records'], number>();

/** Counts an answer. More than half of at least ten in five minutes failed: an alert. The counts are
 * those of this process. */
export async function watchErrors(needs: Needs, status: number): Promise<void> {
  countRequest(needs, status);
  if (status < 500) return;
  const { requests, errors } = recentRequests(needs, windowMinutes);
  if (requests < fewest || errors * 2 <= requests) return;
  const now = needs.clock.now();
  if (now.getTime() - (raised.get(needs.records) ?? -Infinity) < cooldownMilliseconds) return;
  raised.set(needs.records, now.getTime());
  const reason = `${errors} of ${requests} requests failed in ${windowMinutes} minutes`;
  try {
    const subject = now.toISOString();
    await raiseAlert(needs, { event: 'high_error_rate', subject, reason, path: '' });
  } catch (error) {
    // The answer to the request must not fail for it.
    needs.log('ERROR', 'an alert could not be queued', { reason, error: String(error) });
  }
}
