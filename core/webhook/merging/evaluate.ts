import { count } from '#core/text/count.ts';
import { isFailure } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { putComment } from '#core/scm/comments.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { canBeMerged, changeLabels, hasLabel } from '../pulls/labels.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';
import { type Check, setCheck } from '../pulls/set-check.ts';
import { findReasons } from './gather-facts.ts';
import { undecided } from './reasons.ts';
import { mergePull, updateBehind } from './merge-pull.ts';
import { requestEvaluation } from './request-evaluation.ts';
import { whileAlone } from './turns.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'log' | 'platform'>;

/** `unknown`: the host has not computed yet whether there are conflicts, the pull request changed
 * meanwhile, is being evaluated elsewhere, or another of its base branch is being merged; ask again later. */
export type Outcome = 'passed' | 'failed' | 'unknown' | 'skipped';

export interface Evaluation {
  readonly outcome: Outcome;
  /** Why it cannot be merged, in markdown. */
  readonly reasons: readonly string[];
}

/**
 * Decides whether a pull request can be merged, says so by a label and a check with the reasons, and merges
 * it when it has the label automerge, or updates its branch first. Repeated: nothing that is so already is
 * written again.
 */
export async function evaluate(context: Context, number: number): Promise<Evaluation> {
  const evaluation = await whileAlone(context, number, () => evaluateAlone(context, number));
  if (!evaluation) context.log.info('Not evaluated: it is being evaluated already');
  return evaluation ?? { outcome: 'unknown', reasons: [] };
}

async function evaluateAlone(context: Context, number: number): Promise<Evaluation> {
  const { log } = context;
  const pull = await readPull(context, number);
  if (!pull.isOpen || pull.isDraft) {
    log.info(`Not evaluated: the pull request is ${pull.isOpen ? 'a draft' : 'not open'}`);
    return { outcome: 'skipped', reasons: [] };
  }
  const { outcome, reasons } = await log.step('can-be-merged', () => judge(context, pull));
  if (outcome === 'passed' && hasLabel(pull, 'automerge')) {
    try {
      const merge = await log.step('automerge', () => mergePull(context, pull));
      if (merge.reason !== undefined) log.info(`Not merged: ${merge.reason}`);
      if (merge.outcome === 'waits') return { outcome: 'unknown', reasons };
      if (merge.reasons) return refuse(context, pull, merge.reasons);
    } catch (error) {
      if (!isFailure(error) || isOutage(error)) throw error;
      return refuse(context, pull, [`The code host refuses the merge: ${quote(error.message)}.`]);
    }
  }
  const { branchUpdate } = context.settings;
  const isOnlyBehind = pull.mergeState === 'behind' && reasons.length === 1;
  if (branchUpdate && isOnlyBehind && hasLabel(pull, 'automerge')) {
    const update = await log.step('update-branch', () => updateBehind(context, pull, branchUpdate));
    if (update.reason !== undefined) log.info(`Not updated: ${update.reason}`);
    if (update.outcome === 'waits') return { outcome: 'unknown', reasons };
    if (update.outcome === 'refused') {
      const why = `The code host refuses to update the branch: ${update.reason}.`;
      return refuse(context, pull, [...reasons, why]);
    }
  }
  return { outcome, reasons };
}

/** What was found good, and is not merged. */
async function refuse(
  context: Context,
  pull: Pull,
  reasons: readonly string[],
): Promise<Evaluation> {
  await setCheck(context, pull, checkOf('failed', reasons));
  const now = await readPull(context, pull.number);
  await changeLabels(context, now, labelChange(now, 'failed'));
  await tellReasons(context, pull, reasons);
  return { outcome: 'failed', reasons };
}

async function judge(context: Context, pull: Pull) {
  const { reasons, problems } = await findReasons(context, pull);
  const isOpenQuestion =
    reasons.length === 0 && (pull.mergeable === null || (await hasChanged(context, pull)));
  const outcome: Outcome = isOpenQuestion ? 'unknown' : reasons.length === 0 ? 'passed' : 'failed';
  const kind = await setCheck(context, pull, checkOf(outcome, reasons));
  for (const problem of problems) context.log.warning(`It cannot be merged: ${problem}`);
  // A commit status has no room for reasons.
  const lines = kind === 'status' ? reasons : problems.map(undecided);
  if (outcome !== 'unknown' && (kind === 'status' || lines.length > 0)) {
    await tellReasons(context, pull, lines);
  }
  await changeLabels(context, pull, labelChange(pull, outcome));
  return { outcome, reasons };
}

/** The host lists files and reviews of what is newest when it is asked: a push there and back would
 * mix the facts of two commits. */
async function hasChanged(context: Context, { number, ...pull }: Pull): Promise<boolean> {
  const now = await readPull(context, number);
  return (['headSha', 'baseRef', 'updatedAt'] as const).some((key) => now[key] !== pull[key]);
}

/** Says where people look why it cannot be merged, in one comment that is updated. */
export async function tellReasons(
  { scm }: Pick<Context, 'scm'>,
  { name, number }: Pull,
  lines: readonly string[],
): Promise<void> {
  const place = { path: repositoryPath(name), number, key: 'reasons' };
  const list = `This cannot be merged:\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
  const isOver = (earlier: string | undefined) =>
    earlier === undefined ? undefined : 'Nothing is missing: this can be merged.';
  await putComment(scm, place, lines.length > 0 ? list : isOver);
}

/** What is not known yet keeps its label. */
function labelChange({ mergeable, mergeState }: Pull, outcome: Outcome) {
  const labels: Readonly<Record<string, boolean | undefined>> = {
    [canBeMerged]: outcome === 'unknown' ? undefined : outcome === 'passed',
    'has-conflicts': mergeable === null ? undefined : !mergeable,
    'needs-rebase': mergeable === null ? undefined : mergeState === 'behind',
  };
  const names = Object.keys(labels);
  return {
    add: names.filter((name) => labels[name] === true),
    remove: names.filter((name) => labels[name] === false),
  };
}

function checkOf(outcome: Outcome, reasons: readonly string[]): Check {
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`);
  const check = (state: Check['state'], title: string, lines: readonly string[]): Check => ({
    name: canBeMerged,
    state,
    title,
    text: lines.join('\n'),
  });
  if (outcome === 'passed') return check('success', 'Can be merged', ['Nothing is missing.']);
  if (outcome === 'unknown') {
    return check('queued', 'Waiting', [
      'The code host is still checking for conflicts, or the pull request has just changed.',
    ]);
  }
  return check('failure', `Cannot be merged: ${count(reasons.length, 'reason')}`, list(reasons));
}

const lateMilliseconds = 50_000;

/** Evaluates a pull request within a delivery. When the host is not ready yet, the queue looks again. */
export async function evaluateNow(context: HandlerContext, number: number): Promise<Evaluation> {
  // Others of the pull request may wait behind a delivery that is late: they come first.
  const { delivery, platform } = context;
  const age = platform.clock.now().getTime() - Date.parse(delivery.receivedAt);
  if (age > lateMilliseconds) {
    await requestEvaluation(context, number);
    return { outcome: 'unknown', reasons: [] };
  }
  const evaluation = await evaluate(context, number);
  if (evaluation.outcome === 'unknown') await requestEvaluation(context, number);
  return evaluation;
}
