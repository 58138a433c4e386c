import { deleteUser } from '#core/identity/delete-user.ts';
import type { Caller } from '#core/identity/rules.ts';
import { createUser, listUsers, rotateKey } from '#core/identity/users.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { finishRemoval, isTwin, listRemovals, sameFolderReason } from '../generate/claim-folder.ts';
import { abortGeneration } from '../generate/end.ts';
import type { ProjectKey } from '../project-files.ts';
import { listOwned, readFamily } from '../store.ts';
import { generations, type Project, projects } from '../tables.ts';
import { docsIdentity } from './identity.ts';
import { deleteProject } from './delete-project.ts';

export function userNamed(username: string | null | undefined): string {
  return named(username, 'missing_username', 'Username is required');
}

export function ownerNamed(owner: string | null | undefined): string {
  return named(owner, 'missing_owner', 'Project owner is required');
}

export async function projectExists(
  needs: Pick<Platform, 'records'>,
  project: ProjectKey,
): Promise<boolean> {
  return (await readFamily(needs, project)).length > 0;
}

function named(value: string | null | undefined, code: string, message: string): string {
  if (value === undefined || value === null || value === '')
    throw new Failure('invalid', code, message);
  return value;
}

/** As createUser, whose projects lie in a folder of the user's name. */
export async function createDocsUser(
  needs: Pick<Platform, 'records' | 'blobs' | 'clock' | 'environment'>,
  input: Parameters<typeof createUser>[2],
): ReturnType<typeof createUser> {
  const username = input.username ?? '';
  if (needs.blobs.foldsCase) {
    const twin = (await listUsers(needs)).find((other) => isTwin(other.username, username));
    if (twin) {
      const message = `User '${username}' cannot be created next to '${twin.username}': ${sameFolderReason}`;
      throw new Failure('invalid', 'same_folder', message);
    }
  }
  return createUser(needs, docsIdentity(needs.environment), input);
}

/** A new key for the caller, whose sessions all end. */
export async function rotateOwnKey(
  needs: Pick<Platform, 'records' | 'clock' | 'environment'>,
  caller: Caller,
  newKey?: string,
): Promise<{ username: string; new_api_key: string }> {
  const { username, userId } = caller;
  if (userId === undefined) {
    const message = 'ADMIN_KEY users cannot rotate keys. Change the ADMIN_KEY setting instead.';
    throw new Failure('invalid', 'admin_key', message);
  }
  return rotateKey(needs, docsIdentity(needs.environment), { username, id: userId }, newKey);
}

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed' | 'clock'>;

/** Removes a user with sessions, grants and projects, the files included. While a generation of
 * theirs runs nothing happens. */
export async function deleteDocsUser(needs: Needs, username: string, by: string): Promise<void> {
  const { id } = await deleteUser(needs, username, by, async () => {
    const owned = await listOwned(needs, username);
    const busy = owned.find(({ status }) => status === 'generating');
    if (busy) {
      const message = `Cannot delete user '${username}' while '${busy.name}' is being generated`;
      throw new Failure('conflict', 'in_progress', message);
    }
    for (const project of owned) await deleteProject(needs, project);
    // What a process that died has left of others.
    for (const removal of await listRemovals(needs, username)) await finishRemoval(needs, removal);
  });
  // A generation that was accepted meanwhile; one that comes later finds no user and is withdrawn.
  for (const project of await listOwned(needs, username)) {
    if (await isOf(needs, project, id)) await endAndDelete(needs, project);
  }
}

/** False: the project is that of a later user of the same name. */
async function isOf({ records }: Needs, { generation }: Project, userId: number): Promise<boolean> {
  const row = generation === null ? undefined : await records.get(generations, { id: generation });
  return row === undefined || row.user_id === null || row.user_id === userId;
}

async function endAndDelete(needs: Needs, { owner, name }: Project): Promise<void> {
  const key = { owner, name };
  const running = await needs.records.get(projects, key);
  if (running?.status === 'generating') {
    await abortGeneration(needs, running).catch((error: unknown) => {
      if (!isFailure(error, 'missing')) throw error;
    });
  }
  const ended = await needs.records.get(projects, key);
  if (ended) await deleteProject(needs, ended);
}
