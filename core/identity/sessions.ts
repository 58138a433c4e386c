import { isFailure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports.ts';
import { lazy } from '../platform/lazy.ts';
import { hashToken, markOf, newToken } from './keys.ts';
import type { IdentityRules } from './rules.ts';
import { secretMarks, sessions, type Session } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export const sessionSeconds = 8 * 3600;

/** A fresh token at each login; only its hash is stored. */
export async function openSession(
  { records, clock }: Needs,
  rules: IdentityRules,
  who: { readonly username: string; readonly isAdmin: boolean },
): Promise<string> {
  await firstSeen({ records, clock }, rules);
  const token = newToken();
  const now = clock.now();
  await records.insert(sessions, {
    token_hash: hashToken(token),
    username: who.username,
    is_admin: who.isAdmin,
    created_at: now.toISOString(),
    expires_at: expiry(now),
  });
  return token;
}

/** Absent, expired, or older than the administrator secret in force: undefined. */
export async function findSession(
  needs: Needs,
  rules: IdentityRules,
  token: string,
): Promise<Session | undefined> {
  const session = await needs.records.get(sessions, { token_hash: hashToken(token) });
  if (!session || session.expires_at <= needs.clock.now().toISOString()) return undefined;
  return session.created_at < (await firstSeen(needs, rules)) ? undefined : session;
}

/** True when the session was prolonged, and its cookie has to be set again. */
export async function renewSession({ records, clock }: Needs, session: Session): Promise<boolean> {
  const now = clock.now();
  const left = Date.parse(session.expires_at) - now.getTime();
  if (left >= (sessionSeconds * 1000) / 2) return false;
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

export async function endSessionsOf({ records }: Pick<Needs, 'records'>, username: string) {
  for (;;) {
    const { rows } = await records.list(sessions, { index: 'by_user', where: { username } });
    if (rows.length === 0) return;
    for (const { token_hash } of rows) await records.delete(sessions, { token_hash });
  }
}

/** Removes what has expired. */
export async function sweepSessions({ records, clock }: Needs): Promise<number> {
  let swept = 0;
  for (;;) {
    const to = clock.now().toISOString();
    const { rows } = await records.list(sessions, { index: 'by_expiry', to });
    if (rows.length === 0) return swept;
    for (const { token_hash } of rows) await records.delete(sessions, { token_hash });
    swept += rows.length;
  }
}

function expiry(now: Date): string {
  return new Date(now.getTime() + sessionSeconds * 1000).toISOString();
}

const marks = new WeakMap<Platform['records'], Map<string, () => Promise<string>>>();

/** When the administrator secret in force was first used: a changed secret ends all sessions. */
function firstSeen(
  { records, clock }: Needs,
  { adminKey, secret }: IdentityRules,
): Promise<string> {
  const known = marks.get(records) ?? new Map<string, () => Promise<string>>();
  marks.set(records, known);
  const mark = markOf(adminKey ?? secret);
  let seen = known.get(mark);
  if (!seen) {
    seen = lazy(async () => {
      const row = { mark, first_seen: clock.now().toISOString() };
      try {
        return (await records.insert(secretMarks, row)).first_seen;
      } catch (error) {
        if (!isFailure(error, 'conflict', 'exists')) throw error;
        return (await records.get(secretMarks, { mark }))?.first_seen ?? row.first_seen;
      }
    });
    known.set(mark, seen);
  }
  return seen();
}
