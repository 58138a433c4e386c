import { cleanText } from '#core/logs/writing/clean.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { findConfiguration, maskFor } from '../configuration/read-configuration.ts';

type Needs = Pick<Platform, 'blobs' | 'clock' | 'environment' | 'home' | 'log' | 'logs'>;

interface Rejection {
  readonly kind: 'signature' | 'configuration' | 'repository file';
  readonly event: string;
  /** As the sender claims it. */
  readonly id: string;
  readonly address: string;
  /** The full name of an entry of the configuration. */
  readonly repository?: string | undefined;
  /** The delivery that goes on without what was rejected. */
  readonly hookId?: string;
}

/** The event of their entries, by which they are found. */
export const rejectedEvent = 'rejected_request';

/** Anybody can send wrong requests: of each kind so many a minute are written, in each process. */
const maxPerMinute = 10;
const minuteMs = 60_000;
const counts = new WeakMap<Platform['logs'], Map<string, { minute: number; count: number }>>();

/** Runs a check, and writes to the log why it rejects a request; never the request's body. */
export async function recordingRejection<Result>(
  needs: Needs,
  rejection: Rejection,
  check: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    await recordRejection(needs, rejection, error instanceof Error ? error.message : '');
    throw error;
  }
}

export async function recordRejection(
  needs: Needs,
  { kind, event, id, address, repository, hookId }: Rejection,
  reason: string,
): Promise<void> {
  const skipped = skippedBefore(needs, kind);
  if (skipped === undefined) return;
  const others = skipped > 0 ? ` (and ${skipped} others in the minute before)` : '';
  const source = address === '' ? '' : ` from ${address}`;
  try {
    const mask = await maskFor(needs);
    const message = `Rejected (${kind}) ${event} ${id}${source}: ${reason}${others}`;
    const entry = {
      type: 'log_entry',
      timestamp: needs.clock.now().toISOString(),
      level: kind === 'configuration' ? 'ERROR' : 'WARNING',
      logger_name: 'webhook',
      message: cleanText(message, mask),
      event_type: rejectedEvent,
      ...(repository !== undefined && { repository }),
      ...(hookId !== undefined && { hook_id: hookId }),
    } as const;
    await needs.logs.append([entry], (await findConfiguration(needs))?.logFile);
  } catch (error) {
    needs.log('WARNING', 'a rejected request was not logged', { error: String(error) });
  }
}

/** How many were left out in the last minute with any; undefined: this one is left out, too. */
function skippedBefore({ logs, clock }: Needs, kind: string): number | undefined {
  const kinds = counts.get(logs) ?? new Map<string, { minute: number; count: number }>();
  counts.set(logs, kinds);
  const minute = Math.floor(clock.now().getTime() / minuteMs);
  const last = kinds.get(kind);
  if (last?.minute === minute) {
    last.count += 1;
    return last.count > maxPerMinute ? undefined : 0;
  }
  kinds.set(kind, { minute, count: 1 });
  return Math.max(0, (last?.count ?? 0) - maxPerMinute);
}
