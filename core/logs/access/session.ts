import { findSession, openSession, proofOf, sessionSeconds } from '../../identity/sessions.ts';
import type { Platform } from '../../platform/ports/platform.ts';

/** Not the name of the other services' cookie: browsers send cookies to every port of a host. */
export const viewerCookie = 'logs_session';

const username = 'viewer';

/** The session of a reader who gave LOGS_KEY. Another key ends it. */
export async function openViewerSession(
  needs: Pick<Platform, 'records' | 'clock'>,
  key: string,
): Promise<string> {
  return openSession(needs, { username, isAdmin: false, proof: proofOfKey(key) });
}

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
