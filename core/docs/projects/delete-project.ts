import { endGrantsOn } from '#core/identity/grants.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { finishRemoval } from '../generate/claim-folder.ts';
import type { ProjectKey } from '../project-files.ts';
import { readFamily } from '../store.ts';
import { projects, removals, type Project } from '../tables.ts';
import { isVariant } from '../variant.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed'>;

/**
 * Removes a site with its history and files: a variant alone, or the project with all its variants and
 * the access to it. None may be generated; one that begins meanwhile stays, with what was not removed
 * yet. What a crash leaves is taken away by a sweep, or before the next project of the name begins.
 */
export async function deleteProject(
  needs: Needs & Pick<Platform, 'clock'>,
  project: ProjectKey,
): Promise<void> {
  const { owner, name } = project;
  const isWhole = !isVariant(name);
  const family = await readFamily(needs, project);
  const sites = isWhole ? family : family.filter((site) => site.name === name);
  if (sites.some(({ status }) => status === 'generating')) throw inProgress(name);
  const rows = await Promise.all(
    sites.map((site) => needs.records.get(projects, { owner, name: site.name })),
  );
  // The default branch's goes last: until then the project can be found, and removed again.
  for (const row of rows.reverse()) if (row) await removeRow(needs, row);
  // A variant that begins at this moment must not be open to those who could see the project.
  if (isWhole) await endGrantsOn(needs, { owner, name });
  for (const site of sites) await finishRemoval(needs, site);
}

async function removeRow(
  needs: Pick<Platform, 'records' | 'clock'>,
  { owner, name, status, version }: Stored<Project>,
): Promise<void> {
  const { records, clock } = needs;
  if (status === 'generating') throw inProgress(name);
  await records.put(removals, { owner, name, begun_at: clock.now().toISOString() });
  try {
    await records.delete(projects, { owner, name }, { version });
  } catch (error) {
    if (!isFailure(error, 'conflict', 'changed')) throw error;
    await records.delete(removals, { owner, name });
    throw inProgress(name);
  }
}

/** Finishes what was begun before the moment. Gives how many, 1,000 at most. */
export async function finishRemovals(
  needs: Needs & Pick<Platform, 'log'>,
  before: Date,
): Promise<number> {
  const query = { index: 'by_age', to: before.toISOString(), limit: 1_000 };
  const { rows } = await needs.records.list(removals, query);
  for (const row of rows) {
    try {
      await finishRemoval(needs, row);
    } catch (error) {
      // One that cannot be helped now must not keep the others waiting.
      const { owner, name } = row;
      needs.log('WARNING', 'a removal could not be finished', {
        owner,
        name,
        error: String(error),
      });
    }
  }
  return rows.length;
}

function inProgress(name: string): Failure {
  const message = `Cannot delete '${name}' while generation is in progress`;
  return new Failure('conflict', 'in_progress', message);
}
