import { deleteUser } from '../identity/users.ts';
import { Failure, isFailure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports.ts';
import { abortGeneration } from './abort.ts';
import { deleteProject } from './delete-project.ts';
import { listOwned } from './store.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed' | 'clock'>;

/** Removes a user with sessions, grants and projects, the files included. While a generation of
 * theirs runs nothing happens. */
export async function deleteDocsUser(needs: Needs, username: string, by: string): Promise<void> {
  await deleteUser(needs, username, by, async () => {
    const owned = await listOwned(needs, username);
    const busy = owned.find(({ status }) => status === 'generating');
    if (busy) {
      const message = `Cannot delete user '${username}' while '${busy.name}' is being generated`;
      throw new Failure('conflict', 'in_progress', message);
    }
    for (const project of owned) await deleteProject(needs, project);
  });
  // A generation that was accepted meanwhile: there is nobody left whom it could be for.
  for (const project of await listOwned(needs, username)) {
    if (project.status === 'generating') {
      await abortGeneration(needs, project).catch((error: unknown) => {
        if (!isFailure(error, 'missing')) throw error;
      });
    }
  }
  for (const project of await listOwned(needs, username)) await deleteProject(needs, project);
}
