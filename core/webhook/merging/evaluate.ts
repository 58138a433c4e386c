import { repositoryPath } from '#core/scm/pull-request.ts';
import { putComment } from '../pulls/comments.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { canBeMerged, changeLabels, hasLabel } from '../pulls/labels.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { type Check, setCheck } from '../pulls/set-check.ts';
import { gatherFacts } from './gather-facts.ts';
import { mergePull } from './merge-pull.ts';
import { problemsOf, reasonsAgainst } from './reasons.ts';
import { requestEvaluation } from './request-evaluation.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'log' | 'platform'>;

/** `unknown`: the host has not computed yet whether there are conflicts, or the pull request changed
 * meanwhile; ask again later. */
export type Outcome = 'passed' | 'failed' | 'unknown' | 'skipped';

/**
 * Decides whether a pull request can be merged, says so by a label and a check with the reasons, and
 * merges it when it has the label automerge. Repeated: nothing that is so already is written again.
 */
export async function evaluate(context: Context, number: number): Promise<Outcome> {
  const { log } = context;
  const pull = await readPull(context, number);
  if (!pull.isOpen || pull.isDraft) {
    log.info(`Not evaluated: the pull request is ${pull.isOpen ? 'a draft' : 'not open'}`);
    return 'skipped';
  }
  const { outcome } = await log.step('can-be-merged', () => judge(context, pull));
  if (outcome === 'passed' && hasLabel(pull, 'automerge')) {
    await log.step('automerge', () => mergePull(context, pull));
  }
  return outcome;
}

async function judge(context: Context, pull: Pull) {
  const facts = await gatherFacts(context, pull);
  const reasons = reasonsAgainst(facts);
  const isOpenQuestion =
    reasons.length === 0 && (pull.mergeable === null || (await hasChanged(context, pull)));
  const outcome: Outcome = isOpenQuestion ? 'unknown' : reasons.length === 0 ? 'passed' : 'failed';
  await setCheck(context, pull, checkOf(outcome, reasons));
  await tellProblems(context, pull, problemsOf(facts));
  await changeLabels(context, pull, labelChange(pull, outcome));
  return { outcome, reasons };
}

/** The host lists files and reviews of what is newest when it is asked: a push there and back would
 * mix the facts of two commits. */
async function hasChanged(context: Context, { number, ...pull }: Pull): Promise<boolean> {
  const now = await readPull(context, number);
  return (['headSha', 'baseRef', 'updatedAt'] as const).some((key) => now[key] !== pull[key]);
}

/** Says once, where people look, which files have to be corrected. */
async function tellProblems({ scm, log }: Context, pull: Pull, problems: readonly string[]) {
  if (problems.length === 0) return;
  for (const problem of problems) log.warning(`It cannot be merged: ${problem}`);
  const place = { path: repositoryPath(pull.name), number: pull.number, key: 'unreadable files' };
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  await putComment(scm, place, `This cannot be merged until these files are corrected:\n\n${list}`);
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
      'The code host is still looking for conflicts, or it changed meanwhile.',
    ]);
  }
  const count = reasons.length === 1 ? '1 reason' : `${reasons.length} reasons`;
  return check('failure', `Cannot be merged: ${count}`, list(reasons));
}

/** Evaluates a pull request within a delivery. When the host is not ready yet, the queue looks again. */
export async function evaluateNow(context: HandlerContext, number: number): Promise<Outcome> {
  const outcome = await evaluate(context, number);
  if (outcome === 'unknown') await requestEvaluation(context, number);
  return outcome;
}
