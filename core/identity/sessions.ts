import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { hashToken, keyedHash, newToken } from './keys.ts';
import type { IdentityRules } from './rules.ts';
import { sessions, type Session, type User } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export const sessionSeconds = 8 * 3600;

/** Binds a session to the current secrets and, for a stored user, to the row and key. A change of any
 * of them ends the session, even if its row still exists. */
export function proofOf(
  { adminKey, secret }: Pick<IdentityRules, 'adminKey' | 'secret'>,
  user?: Pick<User, 'id' | 'api_key_hash'>,
): string {
  const rests = user ? [user.id, user.api_key_hash] : [];
  return keyedHash(JSON.stringify([adminKey ?? null, secret]), JSON.stringify(rests));
}

/** Each login gets a new token; only its hash is stored. */
export async function openSession(
  { records, clock }: Needs,
  who: { readonly username: string; readonly isAdmin: boolean; readonly proof: string },
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await records.insert(sessions, {
    token_hash: hashToken(token),
    username: who.username,
    is_admin: who.isAdmin,
    proof: who.proof,
    created_at: now.toISOString(),
    expires_at: expiry(now),
  });
  return token;
}

/** Absent or expired: undefined. The caller compares the proof. */
export async function findSession(
  { records }: Pick<Needs, 'records'>,
  token: string,
): Promise<Session | undefined> {
  return records.get(sessions, { token_hash: hashToken(token) });
}

/** True: the session was renewed, and its cookie must be set again. */
export async function renewSession({ records, clock }: Needs, session: Session): Promise<boolean> {
  const now = clock.now();
  const remainingMs = Date.parse(session.expires_at) - now.getTime();
  if (remainingMs >= (sessionSeconds * 1000) / 2) return false;
  const key = { token_hash: session.token_hash };
  try {
    await records.update(sessions, key, { expires_at: expiry(now) });
    return true;
  } catch (error) {
    // A logout at the same moment wins.
    if (isFailure(error, 'missing')) return false;
    throw error;
  }
}

export async function endSession({ records }: Pick<Needs, 'records'>, token: string) {
  await records.delete(sessions, { token_hash: hashToken(token) });
}

/** Ends the sessions of this service and returns the tokens of others. */
export async function endSessions(
  needs: Pick<Needs, 'records'>,
  tokens: readonly string[],
): Promise<readonly string[]> {
  const others = await tokensOfOthers(needs, tokens);
  for (const token of tokens) if (!others.includes(token)) await endSession(needs, token);
  return others;
}

/** Those of the tokens that no session of this service has. */
export async function tokensOfOthers(
  needs: Pick<Needs, 'records'>,
  tokens: readonly string[],
): Promise<readonly string[]> {
  const others: string[] = [];
  for (const token of tokens) if (!(await findSession(needs, token))) others.push(token);
  return others;
}

export async function endSessionsOf({ records }: Pick<Needs, 'records'>, username: string) {
  for (;;) {
    const { rows } = await records.list(sessions, { index: 'by_user', where: { username } });
    if (rows.length === 0) return;
    for (const { token_hash } of rows) await records.delete(sessions, { token_hash });
  }
}

function expiry(now: Date): string {
  return new Date(now.getTime() + sessionSeconds * 1000).toISOString();
}
