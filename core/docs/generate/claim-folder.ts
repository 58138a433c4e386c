import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { finishRemoval } from './finish-removal.ts';
import type { ProjectKey } from '#core/docs/project-files.ts';
import { listOwned } from '#core/docs/store.ts';
import { removals } from '#core/docs/tables.ts';

// Names keep their case, and most disks tell `Repo` from `repo`. Where the data lies on one that
// does not, the second of two such names would write into the folder of the first: it is refused.

export const sameFolderReason = 'the disk of this server does not tell upper from lower case';

/** Before the first generation of a project: its folder is its own, and empty. */
export async function claimFolder(
  needs: Pick<Platform, 'records' | 'blobs' | 'feed'>,
  { owner, name }: ProjectKey,
): Promise<void> {
  await finishRemoval(needs, { owner, name });
  if (!needs.blobs.foldsCase) return;
  const twin = (await listOwned(needs, owner)).find((other) => isTwin(other.name, name));
  if (twin) {
    const message = `Project '${name}' cannot be made beside '${twin.name}': ${sameFolderReason}`;
    throw new Failure('conflict', 'same_folder', message);
  }
  const { rows } = await needs.records.list(removals, { where: { owner }, limit: 10_000 });
  for (const row of rows) if (isTwin(row.name, name)) await finishRemoval(needs, row);
}

export function isTwin(one: string, other: string): boolean {
  return one !== other && one.toLowerCase() === other.toLowerCase();
}
