import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { hashApiKey, newApiKey } from './keys.ts';
import { assertRole, type IdentityRules } from './rules.ts';
import { endSessionsOf } from './sessions.ts';
import { users, type User } from './tables.ts';
import { readUser } from './users.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

const adminRole = 'admin';

interface Change {
  readonly username: string;
  readonly role: string | null | undefined;
  /** The caller. */
  readonly by: string;
}

/** Gives a user another role. A new administrator gets a new key, which only this result holds, and
 * the sessions and the key from before end. */
export async function changeRole(
  needs: Needs,
  rules: IdentityRules,
  change: Change,
): Promise<{ username: string; role: string; api_key?: string }> {
  const { username, by } = change;
  if (!change.role) throw bad('missing_role', 'Role is required');
  const role = assertRole(rules, change.role);
  if (username === by) throw bad('own_role', 'Cannot change your own role');
  const user = await readUser(needs, username);
  if (user.role === role) {
    throw bad('same_role', `User '${username}' already has the role '${role}'`);
  }
  try {
    if (role === adminRole) return { username, role, api_key: await promote(needs, rules, user) };
    if (user.role === adminRole) await demote(needs, user, role);
    else await writeRole(needs, user, { role });
    return { username, role };
  } catch (error) {
    // Deleted or changed meanwhile: what it is now decides.
    if (isFailure(error, 'missing') || isFailure(error, 'conflict', 'changed')) {
      return changeRole(needs, rules, change);
    }
    throw error;
  }
}

async function promote(needs: Needs, rules: IdentityRules, user: User): Promise<string> {
  const key = newApiKey();
  const changes = { role: adminRole, api_key_hash: hashApiKey(rules.secret, key) };
  await writeRole(needs, user, changes);
  await endSessionsOf(needs, user.username);
  return key;
}

/** Takes the role of an administrator away, unless no other stored user has it. */
export async function demote(needs: Needs, user: User, role: string): Promise<void> {
  await writeRole(needs, user, { role });
  // Checked after the write: of two administrators who demote each other, one sees the other's write.
  const where = { filter: { role: adminRole }, limit: 1 };
  const { rows } = await needs.records.list(users, { index: 'by_age', ...where });
  if (rows.length > 0) return;
  await isWritten(writeRole(needs, { ...user, role }, { role: adminRole }));
  const message = `'${user.username}' is the last administrator. Make another user one first.`;
  throw bad('last_admin', message);
}

async function writeRole(
  { records }: Needs,
  { username, id, role }: User,
  changes: Partial<User>,
): Promise<void> {
  await records.update(users, { username }, changes, { id, role });
}

function bad(code: string, message: string): Failure {
  return new Failure('invalid', code, message);
}
