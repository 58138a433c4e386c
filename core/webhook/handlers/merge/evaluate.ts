import type { HandlerContext } from '../handler.ts';
import { setCheck, type Check } from '../checks/set-check.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { canBeMerged, hasLabel } from '../labels/label-names.ts';
import { readPull, type Pull } from '../shared/read-pull.ts';
import { gatherFacts } from './gather-facts.ts';
import { mergePull } from './merge-pull.ts';
import { reasonsAgainst, type Facts } from './reasons.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'log'>;

/** `unknown`: the host has not computed yet whether there are conflicts; ask again later. */
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
  const isOpenQuestion = pull.mergeable === null && reasons.length === 0;
  const outcome: Outcome = isOpenQuestion ? 'unknown' : reasons.length === 0 ? 'passed' : 'failed';
  await setCheck(context, pull, checkOf(outcome, reasons, facts));
  await changeLabels(context, pull, labelChange(pull, outcome));
  return { outcome, reasons };
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

function checkOf(outcome: Outcome, reasons: readonly string[], { owners }: Facts): Check {
  const ignored = owners.problems.map((problem) => `- Ignored: ${problem}`);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`);
  const named = (state: Check['state'], title: string, lines: readonly string[]): Check => ({
    ...{ name: canBeMerged, state, title },
    text: [...lines, ...ignored].join('\n'),
  });
  if (outcome === 'passed') return named('success', 'Can be merged', ['Nothing is missing.']);
  if (outcome === 'unknown') {
    return named('queued', 'Waiting', ['The code host is still looking for conflicts.']);
  }
  const count = reasons.length === 1 ? '1 reason' : `${reasons.length} reasons`;
  return named('failure', `Cannot be merged: ${count}`, list(reasons));
}
