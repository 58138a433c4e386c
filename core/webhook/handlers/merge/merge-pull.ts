import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../handler.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { readPull, type Pull } from '../shared/read-pull.ts';
import { findHead, isProcessed } from '../verdicts/heads.ts';
import { isForgedAutomerge } from './automerge-setter.ts';

/** Squashes exactly the commits that were judged. Merged already: nothing happens. */
export async function mergePull(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'platform'>,
  pull: Pull,
): Promise<{ readonly outcome: string }> {
  // The event of a push decides whether the label automerge stays.
  if (!isProcessed(await findHead(context, pull), pull)) {
    return { outcome: 'skipped: the event of the newest commits was not processed yet' };
  }
  if (await isForgedAutomerge(context, pull)) {
    await changeLabels(context, pull, { remove: ['automerge'] });
    return { outcome: 'skipped: the label automerge was set by somebody who may not' };
  }
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
