import { endGrantsOn } from '#core/identity/grants.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { projectFiles, type ProjectKey } from '../project-files.ts';
import { forgetSite } from '../site/files/site-cache.ts';
import { listOwned, readFamily, removeHistory } from '../store.ts';
import { projects, removals } from '../tables.ts';
import { projectKey, projectOf } from '../variant.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed'>;

/** What is left of a project whose record is gone. None is being removed: nothing happens. */
export async function finishRemoval(needs: Needs, { owner, name }: ProjectKey): Promise<void> {
  const { records, blobs } = needs;
  const key = { owner, name };
  if (!(await records.get(removals, key))) return;
  // Removing had not got as far, or a project of the name has come since.
  if (!(await records.get(projects, key))) {
    // A project of this name that comes later must not be open to those who could see this one.
    if ((await readFamily(needs, key)).length === 0) await endGrantsOn(needs, projectKey(key));
    await removeHistory(needs, key);
    const { root, site } = projectFiles(key);
    forgetSite(blobs, site);
    // That took its time: the files may be those of a project that has come meanwhile.
    if (!(await records.get(projects, key))) await blobs.deletePrefix(root);
  }
  await records.delete(removals, key);
}

// Names keep their case, and most disks tell `Repo` from `repo`. Where the data lies on one that
// does not, the second of two such names would write into the folder of the first: it is refused.

export const sameFolderReason = 'the disk of this server ignores upper and lower case';

/** Before the first generation of a project: its folder is its own, and empty. */
export async function claimFolder(
  needs: Pick<Platform, 'records' | 'blobs' | 'feed'>,
  { owner, name }: ProjectKey,
): Promise<void> {
  await finishRemoval(needs, { owner, name });
  // The grants on a project that is gone end with the last of its sites.
  const project = projectOf(name);
  for (const row of await listRemovals(needs, owner)) {
    if (projectOf(row.name) === project) await finishRemoval(needs, row);
  }
  if (!needs.blobs.foldsCase) return;
  const twin = (await listOwned(needs, owner)).find((other) => isTwin(other.name, name));
  if (twin) {
    const message = `Project '${name}' cannot be created next to '${twin.name}': ${sameFolderReason}`;
    throw new Failure('conflict', 'same_folder', message);
  }
  for (const row of await listRemovals(needs, owner)) {
    if (isTwin(row.name, name)) await finishRemoval(needs, row);
  }
}

export async function listRemovals({ records }: Pick<Needs, 'records'>, owner: string) {
  return (await records.list(removals, { where: { owner }, limit: 10_000 })).rows;
}

export function isTwin(one: string, other: string): boolean {
  return one !== other && one.toLowerCase() === other.toLowerCase();
}
