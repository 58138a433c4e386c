import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { changeLabels, hasLabel } from '../pulls/labels.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { forgedLabels } from './forged-labels.ts';
import { findReasons } from './gather-facts.ts';
import { inTurn } from './turns.ts';
import { updateBranch } from './update-branch.ts';
import { findHead, isProcessed } from './verdicts.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'platform'>;

/** A type: the log takes it as details of a step. */
export type Merge = {
  readonly outcome: 'merged' | 'merged already' | 'skipped' | 'waits';
  /** Why it was not merged. */
  readonly reason?: string;
  /** What was found against it since it was judged, in markdown. */
  readonly reasons?: readonly string[];
};

/** A type: the log takes it as details of a step. */
export type Update = {
  readonly outcome: 'updated' | 'skipped' | 'refused' | 'waits';
  readonly reason?: string;
};

/** Merges exactly the commits that were judged, as the repository wants it, and while no other pull
 * request of the base branch is being merged. Merged already: nothing happens. */
export async function mergePull(context: Context, pull: Pull): Promise<Merge> {
  const objection = await objectionTo(context, pull);
  if (objection !== undefined) return skipped(objection);
  const reason = `another pull request of ${pull.baseRef} is being merged`;
  const merge = await inTurn(context, pull, (isMine) => mergeJudged(context, pull, isMine));
  return merge ?? { outcome: 'waits', reason };
}

/** Updates the branch of one that is only behind, while no other of the base is being merged: its checks
 * then run on what would be merged. */
export async function updateBehind(
  context: Context,
  pull: Pull,
  how: 'merge' | 'rebase',
): Promise<Update> {
  const objection = await objectionTo(context, pull);
  if (objection !== undefined) return { outcome: 'skipped', reason: objection };
  const turn = await inTurn(context, pull, async (): Promise<Update> => {
    const refusal = await updateBranch(context, pull, how);
    return refusal === undefined ? { outcome: 'updated' } : { outcome: 'refused', reason: refusal };
  });
  const reason = `another pull request of ${pull.baseRef} is being merged`;
  return turn ?? { outcome: 'waits', reason };
}

/** Why the label automerge does not count. */
async function objectionTo(context: Context, pull: Pull): Promise<string | undefined> {
  // The event of a push decides whether the label automerge stays.
  if (!isProcessed(await findHead(context, pull), pull)) {
    return 'the event of the newest commits was not processed yet';
  }
  if ((await forgedLabels(context, pull, { automerge: 'automerge' })).length === 0)
    return undefined;
  await changeLabels(context, pull, { remove: ['automerge'] });
  return 'the label automerge was set by somebody who may not';
}

const skipped = (reason: string): Merge => ({ outcome: 'skipped', reason });

/** Commands, reviews, checks and other merges came while the verdict was written. */
async function mergeJudged(context: Context, pull: Pull, isMine: () => boolean): Promise<Merge> {
  const now = await readPull(context, pull.number);
  const isSame = now.headSha === pull.headSha && now.baseRef === pull.baseRef && !now.isDraft;
  if (!isSame || !hasLabel(now, 'automerge')) return skipped('it changed meanwhile');
  const { reasons } = await findReasons(context, now);
  if (reasons.length > 0) return { ...skipped(reasons.join(' ')), reasons };
  if (now.mergeable === null) {
    return { outcome: 'waits', reason: 'the code host is looking for conflicts' };
  }
  if (!isMine()) return { outcome: 'waits', reason: 'its turn is over' };
  const body = { merge_method: context.settings.mergeMethod, sha: pull.headSha };
  try {
    await context.scm.call(`${pullPath(pull.name)}/merge`, { method: 'PUT', body });
    return { outcome: 'merged' };
  } catch (error) {
    if (isFailure(error, 'conflict')) return skipped('there are newer commits');
    // Also what the host says of one that an earlier run, or a person, merged.
    const { isMerged } = await readPull(context, pull.number);
    if (isMerged) return { outcome: 'merged already' };
    throw error;
  }
}
