import type { Message } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Lease } from './lease.ts';

interface Beating {
  readonly platform: Pick<Platform, 'queue' | 'clock' | 'log'>;
  readonly message: Message;
  readonly lease: Pick<Lease, 'extend'>;
  readonly seconds: number;
  /** Aborted when the run has ended. */
  readonly ended: AbortSignal;
  /** Aborts the run when another worker may have the work. */
  readonly lost: AbortController;
}

/** Keeps lease and message while the job runs, three times per lease. */
export async function heartbeat(beating: Beating): Promise<void> {
  const { platform, message, lease, seconds, ended, lost } = beating;
  const { clock, queue, log } = platform;
  let until = clock.now().getTime() + seconds * 1000;
  for (;;) {
    await clock.sleep((seconds * 1000) / 3, ended);
    if (ended.aborted) return;
    const now = clock.now().getTime();
    try {
      if (!(await lease.extend())) return lost.abort();
      until = now + seconds * 1000;
      // After the lease: the worker that receives the message next must find the lease expired.
      await queue.extend(message, seconds);
    } catch (error) {
      log('WARNING', 'job could not prolong its lease', {
        queue: message.queue,
        id: message.id,
        error: String(error),
      });
      // The next beat may succeed; a worker without a lease must not go on.
      if (now >= until) return lost.abort();
    }
  }
}
