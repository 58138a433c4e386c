import type { Platform } from '../platform/ports/platform.ts';
import { agentSettings } from './settings.ts';
import { endInterruptedTurns } from './turns/end-interrupted-turns.ts';
import { finishTurns } from './turns/prompt-session.ts';
import { watchdog } from './watchdog.ts';

/** What the service does before it listens. Returns what it does when it stops. */
export async function startAgent(
  platform: Platform,
  shutDown: () => void,
): Promise<() => Promise<void>> {
  const { agents, environment, home, log } = platform;
  const { SIDECAR_DISCOVERY, SIDECAR_WATCHDOG_URL } = agentSettings(environment);
  const stopping = new AbortController();
  await agents.assertUsable();
  if (home.isOneMachine) await agents.shareKey(environment['SIDECAR_KEY']?.trim() || undefined);
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
