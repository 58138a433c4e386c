import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { finishRemoval } from '../generate/claim-folder.ts';
import { projects, removals, type Project } from '../tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed'>;

/**
 * Removes a project with its access, history and files. It is gone at one moment, and only if
 * nothing has begun to generate it meanwhile; what a crash leaves after that is taken away by a
 * sweep, or before the next project of the name begins.
 */
export async function deleteProject(
  needs: Needs & Pick<Platform, 'clock'>,
  project: Stored<Project>,
): Promise<void> {
  const { records, clock } = needs;
  const { owner, name, status, version } = project;
  if (status === 'generating') throw inProgress(name);
  await records.put(removals, { owner, name, begun_at: clock.now().toISOString() });
  try {
    await records.delete(projects, { owner, name }, { version });
  } catch (error) {
    if (!isFailure(error, 'conflict', 'changed')) throw error;
    await records.delete(removals, { owner, name });
    throw inProgress(name);
  }
  await finishRemoval(needs, project);
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
