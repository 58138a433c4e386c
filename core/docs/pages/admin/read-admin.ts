import { allGrants } from '#core/identity/grants.ts';
import type { Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { AdminContent } from './admin.ts';
import { listProjects } from '#core/docs/projects/listing.ts';

/** What the page of the administrators shows. */
export async function readAdmin(
  needs: Pick<Platform, 'records'>,
  caller: Caller,
): Promise<AdminContent> {
  const [users, projects, granted] = await Promise.all([
    listUsers(needs),
    listProjects(needs, caller),
    allGrants(needs),
  ]);
  const guests = Map.groupBy(granted, ({ owner, name }) => `${owner}/${name}`);
  return {
    users: users.map(({ username, role, created_at }) => ({
      username,
      role,
      createdAt: created_at,
      isSelf: username === caller.username,
    })),
    projects: projects.map(({ name, owner }) => ({
      name,
      owner,
      isOwn: owner === caller.username,
      guests: (guests.get(`${owner}/${name}`) ?? []).map(({ username }) => username),
    })),
  };
}
