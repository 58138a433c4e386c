import { deleteUser } from '#core/identity/delete-user.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { abortGeneration } from '#core/docs/generate/abort.ts';
import { deleteProject } from '../delete-project.ts';
import { listOwned } from '#core/docs/store.ts';
import { generations, projects, type Project } from '#core/docs/tables.ts';

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
