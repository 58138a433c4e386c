import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { endGrantsOf } from './grants.ts';
import { endSessionsOf } from './sessions.ts';
import { users, type User } from './tables.ts';
import { asNoUser, readUser } from './users.ts';

/** Deletes the user's row last: a repeated call finishes what a crash interrupted, and a later user
 * of the same name inherits nothing. */
export async function deleteUser(
  needs: Pick<Platform, 'records' | 'clock'>,
  username: string,
  by: string,
  removeBelongings: (username: string) => Promise<void> = async () => {},
): Promise<User> {
  if (username === by) {
    throw new Failure('invalid', 'own_account', 'Cannot delete your own account');
  }
  const user = await readUser(needs, username);
  await removeBelongings(username);
  await endGrantsOf(needs, username);
  await endSessionsOf(needs, username);
  const { id } = user;
  // Another request may have deleted the user, and the name may be in use again.
  await asNoUser(username, needs.records.delete(users, { username }, { id }));
  // For a grant made meanwhile; a later one finds no user and revokes itself.
  await endGrantsOf(needs, username);
  return user;
}
