import { Failure, isFailure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports.ts';
import { grants } from './tables.ts';
import { readUser } from './users.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

export interface Project {
  readonly name: string;
  readonly owner: string;
}

/** Gives a user access to a project. Repeated: nothing changes. */
export async function grant(
  needs: Needs,
  project: Project,
  username: string,
  projectExists: (project: Project) => Promise<boolean>,
): Promise<void> {
  await readUser(needs, username);
  if (!(await projectExists(project))) {
    const message = `Project '${project.name}' not found for owner '${project.owner}'`;
    throw new Failure('missing', 'no_project', message);
  }
  const created_at = needs.clock.now().toISOString();
  try {
    await needs.records.insert(grants, { ...keyOf(project, username), created_at });
  } catch (error) {
    if (!isFailure(error, 'conflict', 'exists')) throw error;
  }
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

export async function endGrantsOn(
  { records }: Pick<Needs, 'records'>,
  project: Project,
): Promise<void> {
  for (const username of await grantees({ records }, project)) {
    await records.delete(grants, keyOf(project, username));
  }
}

/** Those to the user and those on the user's projects. */
export async function endGrantsOf(
  { records }: Pick<Needs, 'records'>,
  username: string,
): Promise<void> {
  for (const project of await grantedTo({ records }, username)) {
    await records.delete(grants, keyOf(project, username));
  }
  const owned = await records.list(grants, { where: { project_owner: username }, limit: 10_000 });
  for (const { project_owner, project_name, username: grantee } of owned.rows) {
    await records.delete(grants, { project_owner, project_name, username: grantee });
  }
}

function keyOf({ owner, name }: Project, username: string) {
  return { project_owner: owner, project_name: name, username };
}
