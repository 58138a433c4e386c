import type { GuessNeeds } from '#core/identity/count-wrong-key.ts';
import { guarded } from '#core/identity/guesses.ts';
import { isSameSecret } from '../../identity/keys.ts';
import { Failure } from '../../platform/failure.ts';
import type { Platform } from '../../platform/ports/platform.ts';
import { logsSettings } from '../settings.ts';
import { openViewerSession } from './session.ts';

/** Opens a session for LOGS_KEY and returns its token. Guessing is slowed down. */
export async function logInViewer(
  needs: GuessNeeds & Pick<Platform, 'environment'>,
  given: string,
  address: string,
): Promise<string> {
  const { LOGS_KEY: key } = logsSettings(needs.environment);
  if (key === undefined) {
    throw new Failure('forbidden', 'logs_key_unset', 'Set LOGS_KEY on the server to sign in here.');
  }
  // An empty key does not count as a wrong one.
  const check = async () => isSameSecret(given, key) || undefined;
  const isKey = given !== '' && (await guarded(needs, address, check));
  if (!isKey)
    throw new Failure('unauthorized', 'wrong_key', 'This is not the LOGS_KEY of the server.');
  return openViewerSession(needs, key);
}
