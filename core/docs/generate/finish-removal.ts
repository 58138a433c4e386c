import { endGrantsOn } from '#core/identity/grants.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { projectFiles, type ProjectKey } from '#core/docs/project-files.ts';
import { forgetSite } from '#core/docs/site/files/site-cache.ts';
import { removeHistory } from '#core/docs/store.ts';
import { projects, removals } from '#core/docs/tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed'>;

/** What is left of a project whose record is gone. None is being removed: nothing happens. */
export async function finishRemoval(needs: Needs, { owner, name }: ProjectKey): Promise<void> {
  const { records, blobs } = needs;
  const key = { owner, name };
  if (!(await records.get(removals, key))) return;
  // Removing had not got as far, or a project of the name has come since.
  if (!(await records.get(projects, key))) {
    // A project of this name that comes later must not be open to those who could see this one.
    await endGrantsOn(needs, key);
    await removeHistory(needs, key);
    const { root, site } = projectFiles(key);
    forgetSite(blobs, site);
    // That took its time: the files may be those of a project that has come meanwhile.
    if (!(await records.get(projects, key))) await blobs.deletePrefix(root);
  }
  await records.delete(removals, key);
}
