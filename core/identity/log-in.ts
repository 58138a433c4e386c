import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GuessNeeds } from './count-wrong-key.ts';
import { guarded } from './guesses.ts';
import { isSameSecret } from './keys.ts';
import { adminName, type IdentityRules } from './rules.ts';
import { openSession, proofOf } from './sessions.ts';
import { findUserByKey } from './users.ts';

export interface LoggedIn {
  readonly token: string;
  readonly username: string;
  readonly role: string;
  readonly is_admin: boolean;
}

/** Opens a session for a username and key. The error does not say which of the two was wrong. */
export async function logIn(
  needs: GuessNeeds,
  rules: IdentityRules,
  input: { readonly username: string; readonly api_key: string },
  address: string,
): Promise<LoggedIn> {
  // An empty key does not count as a wrong one.
  const who =
    input.api_key === ''
      ? undefined
      : await guarded(needs, address, input.api_key, () => verify(needs, rules, input));
  if (!who) throw new Failure('unauthorized', 'wrong_login', rules.wrongLogin);
  const { username, role, is_admin, proof } = who;
  const token = await openSession(needs, { username, isAdmin: is_admin, proof });
  return { token, username, role, is_admin };
}

async function verify(
  needs: Pick<Platform, 'records'>,
  rules: IdentityRules,
  { username, api_key }: { readonly username: string; readonly api_key: string },
) {
  if (username === adminName) {
    if (rules.adminKey === undefined || !isSameSecret(api_key, rules.adminKey)) return undefined;
    return { username: adminName, role: 'admin', is_admin: true, proof: proofOf(rules) };
  }
  const user = await findUserByKey(needs, rules, api_key);
  if (!user || user.username !== username) return undefined;
  const { role } = user;
  return { username, role, is_admin: role === 'admin', proof: proofOf(rules, user) };
}
