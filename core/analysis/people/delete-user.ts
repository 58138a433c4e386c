import { demote } from '#core/identity/change-role.ts';
import { deleteUser } from '#core/identity/delete-user.ts';
import { readUser } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { devices } from '../base/tables/alert-tables.ts';
import { removeRows } from '#core/runs/remove-rows.ts';
import { forgetTokens } from './user-tokens.ts';

/** Removes a user with sessions, stored tokens and subscribed browsers. What they wrote stays. The last administrator
 * stays too. */
export async function deleteAnalysisUser(
  needs: Pick<Platform, 'records' | 'clock'>,
  username: string,
  by: string,
): Promise<void> {
  await deleteUser(needs, username, by, async () => {
    const user = await readUser(needs, username);
    if (user.role === 'admin') await demote(needs, user, 'user');
    await forgetTokens(needs, user.id);
    await removeRows(needs, devices, { owner: `user:${user.id}` }, 'by_owner');
  });
}
