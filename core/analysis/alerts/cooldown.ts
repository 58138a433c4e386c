import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Alert } from '#core/analysis/base/alert-messages.ts';
import { lastAlerts } from '#core/analysis/base/tables/alert-tables.ts';
import { cooldownMilliseconds } from '#core/analysis/base/raise-alert.ts';

/** Whether this work may send its alert. Of those that ask within the cooldown, in whichever
 * process, one may. Repeated: the same answer. */
export async function claimCooldown(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { event, reason }: Pick<Alert, 'event' | 'reason'>,
  work: string,
): Promise<boolean> {
  for (;;) {
    const last = await records.get(lastAlerts, { event });
    if (last?.work === work) return true;
    const now = clock.now();
    const sent = last ? new Date(last.sent_at).getTime() : -Infinity;
    if (now.getTime() - sent < cooldownMilliseconds) return false;
    const row = { work, reason, sent_at: now.toISOString() };
    try {
      if (last) await records.update(lastAlerts, { event }, row, { version: last.version });
      else await records.insert(lastAlerts, { event, ...row });
      return true;
    } catch (error) {
      // Another process was faster: the next read shows its alert.
      if (!isFailure(error, 'conflict')) throw error;
    }
  }
}
