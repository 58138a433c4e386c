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
  await agents.assertUsable();
  if (home === 'local') await agents.shareKey(environment['SIDECAR_KEY']?.trim() || undefined);
  await endInterruptedTurns(platform);
  if (SIDECAR_DISCOVERY === 'start') {
    agents.discover().catch((error: unknown) => log('ERROR', String(error)));
  }
  const stopping = new AbortController();
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
