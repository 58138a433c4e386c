import type { Platform } from '#core/platform/ports/platform.ts';
import { endInterruptedTurns } from './follow-turn.ts';
import { finishTurns } from './prompt-session.ts';
import { agentSettings } from './settings.ts';

/** What the service does before it listens. Returns what it does when it stops. */
export async function startAgent(
  platform: Platform,
  shutDown: () => void,
): Promise<() => Promise<void>> {
  const { agents, environment, home, log } = platform;
  const { SIDECAR_DISCOVERY, SIDECAR_WATCHDOG_URL } = agentSettings(environment);
  const stopping = new AbortController();
  await agents.assertUsable();
  if (home.isOneMachine) await agents.claimFolder(environment['SIDECAR_KEY']?.trim() || undefined);
  if (home.isOneMachine) await endInterruptedTurns(platform);
  else endLater(platform, stopping.signal);
  if (SIDECAR_DISCOVERY === 'start') {
    agents.discover().catch((error: unknown) => log('ERROR', String(error)));
  }
  if (SIDECAR_WATCHDOG_URL !== undefined) {
    void watchdog(platform, SIDECAR_WATCHDOG_URL, stopping.signal).then((isDead) => {
      if (isDead) shutDown();
    });
  }
  return async () => {
    stopping.abort();
    await finishTurns(platform);
  };
}

/** The container before this one may be finishing its turns, for at most 30 seconds. */
const stopMilliseconds = 30_000;

function endLater(platform: Platform, signal: AbortSignal): void {
  const before = platform.clock.now().toISOString();
  void platform.clock
    .sleep(stopMilliseconds, signal)
    .then(() => (signal.aborted ? undefined : endInterruptedTurns(platform, before)))
    .catch((error: unknown) => platform.log('ERROR', String(error)));
}

const graceMilliseconds = 60_000;
const everyMilliseconds = 30_000;
const timeoutMilliseconds = 10_000;
const maxFailures = 6;

/** Asks the URL while the service runs. Resolves true after 6 failures in a row, false when the signal
 * aborts. */
export async function watchdog(
  { clock, fetch, log }: Pick<Platform, 'clock' | 'fetch' | 'log'>,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  await clock.sleep(graceMilliseconds, signal);
  for (let failures = 0; failures < maxFailures;) {
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
