import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../handler.ts';
import { readPull, type Pull } from '../shared/read-pull.ts';

/** Squashes exactly the commits that were judged. Merged already: nothing happens. */
export async function mergePull(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
): Promise<{ readonly outcome: string }> {
  const body = { merge_method: 'squash', sha: pull.headSha };
  try {
    await context.scm.call(`${pullPath(pull.name)}/merge`, { method: 'PUT', body });
    return { outcome: 'merged' };
  } catch (error) {
    if (isFailure(error, 'conflict')) return { outcome: 'skipped: there are newer commits' };
    // Also what the host says of one that an earlier run, or a person, merged.
    const { isMerged } = await readPull(context, pull.number);
    if (isMerged) return { outcome: 'merged already' };
    throw error;
  }
}
