import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { changeLabels, hasLabel } from '../pulls/labels.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { forgedLabels } from './forged-labels.ts';
import { findReasons } from './gather-facts.ts';
import { findHead, isProcessed } from './verdicts.ts';

/** Merges exactly the commits that were judged, as the repository wants it. Merged already: nothing happens. */
export async function mergePull(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'platform'>,
  pull: Pull,
): Promise<{ readonly outcome: string }> {
  // The event of a push decides whether the label automerge stays.
  if (!isProcessed(await findHead(context, pull), pull)) {
    return { outcome: 'skipped: the event of the newest commits was not processed yet' };
  }
  if ((await forgedLabels(context, pull, { automerge: 'automerge' })).length > 0) {
    await changeLabels(context, pull, { remove: ['automerge'] });
    return { outcome: 'skipped: the label automerge was set by somebody who may not' };
  }
  // Commands, reviews and checks came while the verdict was written.
  const now = await readPull(context, pull.number);
  const isSame = now.headSha === pull.headSha && now.baseRef === pull.baseRef && !now.isDraft;
  if (!isSame || !hasLabel(now, 'automerge')) return { outcome: 'skipped: it changed meanwhile' };
  const { reasons } = await findReasons(context, now);
  if (reasons.length > 0) return { outcome: `skipped: ${reasons.join(' ')}` };
  const body = { merge_method: context.settings.mergeMethod, sha: pull.headSha };
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
