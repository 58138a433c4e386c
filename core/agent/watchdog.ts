import type { Platform } from '../platform/ports/platform.ts';

type Needs = Pick<Platform, 'clock' | 'fetch' | 'log'>;

const graceMilliseconds = 60_000;
const everyMilliseconds = 30_000;
const timeoutMilliseconds = 10_000;
const mostFailures = 6;

/** Asks the URL while the service runs. Resolves true after 6 failures in a row, false when the signal
 * aborts. */
export async function watchdog(
  { clock, fetch, log }: Needs,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  await clock.sleep(graceMilliseconds, signal);
  for (let failures = 0; failures < mostFailures;) {
    await clock.sleep(everyMilliseconds, signal);
    if (signal.aborted) return false;
    const isAlive = await fetch(url, { timeoutMilliseconds, trusted: true, signal }).then(
      ({ status }) => status < 400,
      () => false,
    );
    failures = isAlive ? 0 : failures + 1;
    if (!isAlive) log('WARNING', 'the watchdog URL failed', { failures });
  }
  return !signal.aborted;
}
