import { allRows } from '#core/platform/all-rows.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { grants } from './tables.ts';
import { isSameUser, noUser, readUser } from './users.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export interface Project {
  readonly name: string;
  readonly owner: string;
}

export interface Grant extends Project {
  readonly username: string;
}

/** Gives a user access to a project. Repeated: nothing changes. */
export async function grant(
  needs: Needs,
  project: Project,
  username: string,
  projectExists: (project: Project) => Promise<boolean>,
): Promise<void> {
  const { id } = await readUser(needs, username);
  if (!(await projectExists(project))) {
    const message = `Project '${project.name}' not found for owner '${project.owner}'`;
    throw new Failure('missing', 'no_project', message);
  }
  const created_at = needs.clock.now().toISOString();
  await needs.records.add(grants, [{ ...keyOf(project, username), created_at }]);
  // If the user was deleted meanwhile, a later user of that name must not inherit the grant.
  if (await isSameUser(needs, { username, userId: id })) return;
  await needs.records.delete(grants, keyOf(project, username));
  throw noUser(username);
}

/** Absent: nothing happens. */
export async function revoke(
  { records }: Pick<Needs, 'records'>,
  project: Project,
  username: string,
) {
  await records.delete(grants, keyOf(project, username));
}

export async function isGranted(
  { records }: Pick<Needs, 'records'>,
  project: Project,
  username: string,
): Promise<boolean> {
  return (await records.get(grants, keyOf(project, username))) !== undefined;
}

/** Usernames, sorted. */
export async function grantees(
  { records }: Pick<Needs, 'records'>,
  project: Project,
): Promise<string[]> {
  const where = { project_owner: project.owner, project_name: project.name };
  const { rows } = await records.list(grants, { where, limit: 10_000 });
  return rows.map(({ username }) => username);
}

export async function grantedTo(
  { records }: Pick<Needs, 'records'>,
  username: string,
): Promise<Project[]> {
  const { rows } = await records.list(grants, {
    index: 'by_user',
    where: { username },
    limit: 10_000,
  });
  return rows.map(({ project_name, project_owner }) => ({
    name: project_name,
    owner: project_owner,
  }));
}

/** By owner, project and user. */
export async function allGrants(needs: Pick<Needs, 'records'>): Promise<Grant[]> {
  const all: Grant[] = [];
  for await (const rows of allRows(needs, grants, {})) {
    for (const { project_name: name, project_owner: owner, username } of rows) {
      all.push({ name, owner, username });
    }
  }
  return all;
}

export async function endGrantsOn(
  { records }: Pick<Needs, 'records'>,
  project: Project,
): Promise<void> {
  for (const username of await grantees({ records }, project)) {
    await records.delete(grants, keyOf(project, username));
  }
}

/** Ends the grants to the user and those on the user's projects. */
export async function endGrantsOf(
  { records }: Pick<Needs, 'records'>,
  username: string,
): Promise<void> {
  const queries = [
    { index: 'by_user', where: { username } },
    { where: { project_owner: username } },
  ];
  for (const query of queries) {
    for (;;) {
      const { rows } = await records.list(grants, query);
      if (rows.length === 0) break;
      for (const { project_owner: owner, project_name: name, username: grantee } of rows) {
        await records.delete(grants, keyOf({ owner, name }, grantee));
      }
    }
  }
}

function keyOf({ owner, name }: Project, username: string) {
  return { project_owner: owner, project_name: name, username };
}
