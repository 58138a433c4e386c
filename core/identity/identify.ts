import type { Platform } from '../platform/ports.ts';
import { isSameSecret } from './keys.ts';
import { adminName, type Caller, type IdentityRules } from './rules.ts';
import { findSession, proofOf } from './sessions.ts';
import { users, type Session } from './tables.ts';
import { findUserByKey } from './users.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

/** Who holds this bearer token. Unknown: undefined. */
export async function callerOfKey(
  needs: Needs,
  rules: IdentityRules,
  key: string,
): Promise<Caller | undefined> {
  if (rules.adminKey !== undefined && isSameSecret(key, rules.adminKey)) {
    return { username: adminName, role: 'admin', isAdmin: true, via: 'key' };
  }
  const user = await findUserByKey(needs, rules, key);
  if (!user) return undefined;
  const { username, role, id: userId } = user;
  return { username, role, isAdmin: role === 'admin', via: 'key', userId };
}

/** The role is looked up now, not remembered: a session of a removed user, of an older user of
 * the same name, or from before a change of key is worth nothing (S11). */
export async function callerOfSession(
  needs: Needs,
  rules: IdentityRules,
  token: string,
): Promise<{ caller: Caller; session: Session } | undefined> {
  const session = await findSession(needs, token);
  if (!session) return undefined;
  const { username } = session;
  if (username === adminName) {
    if (session.proof !== proofOf(rules)) return undefined;
    const caller = { username, role: 'admin', isAdmin: true, via: 'session' } as const;
    return { caller, session };
  }
  const user = await needs.records.get(users, { username });
  if (!user || session.proof !== proofOf(rules, user)) return undefined;
  const { role, id: userId } = user;
  const caller = { username, role, isAdmin: role === 'admin', via: 'session', userId } as const;
  return { caller, session };
}

/** The token of an Authorization header of the Bearer scheme; none: undefined. */
export function bearerOf(header: string | undefined): string | undefined {
  const found = /^bearer +(\S(?:.*\S)?) *$/i.exec(header ?? '');
  return found?.[1];
}
