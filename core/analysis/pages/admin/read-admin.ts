import type { Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { AdminView } from './admin.ts';

/** What the page of the administrators shows. */
export async function readAdmin(
  needs: Pick<Platform, 'records'>,
  { username: own }: Caller,
): Promise<Pick<AdminView, 'users'>> {
  const users = await listUsers(needs);
  return {
    users: users.map(({ username, role, created_at, last_seen }) => ({
      ...{ username, role, isSelf: username === own },
      ...{ createdAt: created_at, lastSeen: last_seen },
    })),
  };
}
