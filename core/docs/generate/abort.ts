import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { Failure, isWritten } from '#core/platform/failure.ts';
import { endGeneration } from './end.ts';
import { projects, type Project } from '#core/docs/tables.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock'>;

export const abortedByUser = 'Generation aborted by user';

/**
 * Ends a running generation: the record says so at once, and the steps at work notice within a
 * second and stop what they started. None is running: 'missing'.
 */
export async function abortGeneration(
  needs: Needs,
  project: Stored<Project>,
): Promise<{ aborted: string }> {
  const { generation, status, owner, name } = project;
  // A person who stops a generation does not want the next one at once.
  const running = { generation, status: 'generating' as const };
  const update = needs.records.update(projects, { owner, name }, { queued: null }, running);
  await isWritten(update);
  const ended =
    status === 'generating' &&
    generation !== null &&
    (await endGeneration(needs, generation, { status: 'error', message: abortedByUser }));
  if (ended) return { aborted: name };
  throw new Failure('missing', 'not_generating', `No generation of '${name}' is running`);
}
