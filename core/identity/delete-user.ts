import { Failure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports/platform.ts';
import { endGrantsOf } from './grants.ts';
import { endSessionsOf } from './sessions.ts';
import { users, type User } from './tables.ts';
import { asNoUser, readUser } from './users.ts';

/** Sessions, what the service keeps for the user and grants go first: a repeated call finishes
 * what a crash left over, and a user of the same name later inherits nothing. */
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
  // Another removal may have come first, and the name may have been given again.
  await asNoUser(username, needs.records.delete(users, { username }, { id }));
  // A grant that was under way meanwhile; one that comes later finds no user and takes itself back.
  await endGrantsOf(needs, username);
  return user;
}
