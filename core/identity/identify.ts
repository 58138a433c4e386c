import { isFailure, type Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GuessNeeds } from './count-wrong-key.ts';
import { guarded } from './guesses.ts';
import { isSameSecret } from './keys.ts';
import { recordUse } from './last-seen.ts';
import { adminName, type Caller, type IdentityRules } from './rules.ts';
import { findSession, proofOf } from './sessions.ts';
import { users, type Session } from './tables.ts';
import { findUserByKey } from './users.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export interface Identified {
  readonly caller: Caller;
  /** Set-Cookie values for the reply. */
  readonly cookies?: readonly string[];
  /** Why a key was not checked; see guarded(). Routes that need a login answer with it. */
  readonly refused?: Failure;
}

/** The holder of a bearer token that came from the address. Unknown: no caller. */
export async function callerOfKey(
  needs: GuessNeeds,
  rules: IdentityRules,
  key: string,
  address: string,
): Promise<Partial<Identified>> {
  try {
    const caller = await guarded(needs, address, key, () => findCaller(needs, rules, key));
    return caller ? { caller } : {};
  } catch (error) {
    if (isFailure(error, 'too-many')) return { refused: error };
    throw error;
  }
}

async function findCaller(
  needs: Needs,
  rules: IdentityRules,
  key: string,
): Promise<Caller | undefined> {
  if (rules.adminKey !== undefined && isSameSecret(key, rules.adminKey)) {
    return { username: adminName, role: 'admin', isAdmin: true, via: 'key' };
  }
  const user = await findUserByKey(needs, rules, key);
  if (!user) return undefined;
  if (rules.recordsUse) await recordUse(needs, user);
  const { username, role, id: userId } = user;
  return { username, role, isAdmin: role === 'admin', via: 'key', userId };
}

/** The first of the tokens that is a session of this service. */
export async function callerOfSession(
  needs: Needs,
  rules: IdentityRules,
  tokens: readonly string[],
): Promise<{ caller: Caller; session: Session; token: string } | undefined> {
  for (const token of tokens) {
    const session = await findSession(needs, token);
    const caller = session && (await holderOf(needs, rules, session));
    if (caller) return { caller, session, token };
  }
  return undefined;
}

/** Reads the user's row at each request: a session of a deleted user, of an earlier user of the same
 * name, or from before a key change is invalid (S11). */
async function holderOf(
  needs: Needs,
  rules: IdentityRules,
  session: Session,
): Promise<Caller | undefined> {
  const { username } = session;
  if (username === adminName) {
    if (session.proof !== proofOf(rules)) return undefined;
    return { username, role: 'admin', isAdmin: true, via: 'session' };
  }
  const user = await needs.records.get(users, { username });
  if (!user || session.proof !== proofOf(rules, user)) return undefined;
  if (rules.recordsUse) await recordUse(needs, user);
  const { role, id: userId } = user;
  return { username, role, isAdmin: role === 'admin', via: 'session', userId };
}

/** The token of a Bearer Authorization header; undefined: none. */
export function bearerOf(header: string | undefined): string | undefined {
  const match = /^bearer +(\S(?:.*\S)?) *$/i.exec(header ?? '');
  return match?.[1];
}
