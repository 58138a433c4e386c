import type { GuessNeeds } from '#core/identity/count-wrong-key.ts';
import { guarded } from '#core/identity/guesses.ts';
import { isSameSecret } from '#core/identity/keys.ts';
import { findSession, openSession, proofOf, sessionSeconds } from '#core/identity/sessions.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { logsSettings } from '../settings.ts';

/** Not the name of the other services' cookie: browsers send cookies to every port of a host. */
export const viewerCookie = 'logs_session';

const username = 'viewer';

/** Another key ends the session. */
export async function isSessionOf(
  needs: Pick<Platform, 'records'>,
  token: string,
  key: string,
): Promise<boolean> {
  const session = await findSession(needs, token);
  return session?.username === username && session.proof === proofOfKey(key);
}

/** A Set-Cookie value; without a token it ends the session. */
export function viewerSession(token: string | undefined, isSecure: boolean): string {
  const age = token === undefined ? 0 : sessionSeconds;
  const secure = isSecure ? '; Secure' : '';
  return `${viewerCookie}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

function proofOfKey(key: string): string {
  return proofOf({ adminKey: undefined, secret: key });
}

/** Opens a session for LOGS_KEY and returns its token. Guessing is slowed down. */
export async function logInViewer(
  needs: GuessNeeds & Pick<Platform, 'environment'>,
  input: string,
  address: string,
): Promise<string> {
  const { LOGS_KEY: key } = logsSettings(needs.environment);
  if (key === undefined) {
    throw new Failure('forbidden', 'logs_key_unset', 'Set LOGS_KEY on the server to sign in here.');
  }
  // An empty key does not count as a wrong one.
  const check = async () => isSameSecret(input, key) || undefined;
  const isKey = input !== '' && (await guarded(needs, address, input, check));
  if (!isKey)
    throw new Failure('unauthorized', 'wrong_key', 'This is not the LOGS_KEY of the server.');
  return openSession(needs, { username, isAdmin: false, proof: proofOfKey(key) });
}
