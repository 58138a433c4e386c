import type { Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readTokenUsage } from '../../results/token-usage.ts';
import type { AdminView, UsageGroup } from './admin.ts';

/** What the page of the administrators shows. */
export async function readAdmin(
  needs: Pick<Platform, 'records'>,
  { username: own }: Caller,
  group: UsageGroup = 'model',
): Promise<Pick<AdminView, 'users' | 'usage' | 'group'>> {
  const [users, usage] = await Promise.all([
    listUsers(needs),
    readTokenUsage(needs, { group_by: group }),
  ]);
  return {
    ...{ usage, group },
    users: users.map(({ username, role, created_at, last_seen }) => ({
      ...{ username, role, isSelf: username === own },
      ...{ createdAt: created_at, lastSeen: last_seen },
    })),
  };
}
