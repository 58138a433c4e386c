import { isFailure } from '#core/platform/failure.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { listThreads } from '#core/scm/threads.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { type Owners, readOwners } from '../pulls/owners.ts';
import { mayWrite } from '../pulls/people.ts';
import type { Pull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';
import { readBranch, readRequiredByRules } from '../pulls/read-branch.ts';
import { readChecks } from '../pulls/read-checks.ts';
import { countVerdicts, type Verdicts } from './count-verdicts.ts';
import { forgedLabels } from './forged-labels.ts';
import { suspicionsOf } from './suspicions.ts';
import { type Facts, isVerdictLabel, problemsOf, reasonsAgainst, undecided } from './reasons.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'platform'>;

export interface Judgement {
  /** Why it cannot be merged, in markdown, one sentence each. None: it can be. */
  readonly reasons: readonly string[];
  /** What could not be read, and blocks for that. */
  readonly problems: readonly string[];
}

/** What cannot be read blocks, and is a reason (R9). An outage is thrown: it passes. */
export async function findReasons(context: Context, pull: Pull): Promise<Judgement> {
  try {
    const facts = await gatherFacts(context, pull);
    return { reasons: reasonsAgainst(facts), problems: problemsOf(facts) };
  } catch (error) {
    if (!isFailure(error) || isOutage(error)) throw error;
    const problem = quote(error.message);
    return { reasons: [undecided(problem)], problems: [problem] };
  }
}

/** Asks the code host for all that decides whether a pull request can be merged. */
async function gatherFacts(context: Context, pull: Pull): Promise<Facts> {
  const { scm, settings } = context;
  const byHand = settings.requiredLabels.filter((label) => !isVerdictLabel(label));
  const rule = Object.fromEntries(byHand.map((label) => [label, 'verified'] as const));
  const [branch, rules, checks, owners, verdicts, threads, forged] = await Promise.all([
    readBranch(context, pull),
    readRequiredByRules(context, pull),
    readChecks(context, pull),
    readOwners(context, pull),
    countVerdicts(context, pull),
    settings.needsResolvedThreads ? listThreads(scm, pull.name) : [],
    forgedLabels(context, pull, rule),
  ]);
  return {
    settings,
    pull,
    checks,
    owners,
    verdicts,
    forged,
    requiredChecks: [...branch.requiredChecks, ...rules],
    unresolved: threads.filter(({ isResolved }) => !isResolved).length,
    suspicions: verdicts.isOverridden ? [] : await suspicionsOf(context, pull, owners.paths),
    ...(await reviewersOf(context, pull, { owners, verdicts })),
  };
}

interface Said {
  readonly owners: Owners;
  readonly verdicts: Verdicts;
}

/** Everyone may review; only the word of people of OWNERS, or who may push, counts. */
async function reviewersOf(context: Context, pull: Pull, { owners, verdicts }: Said) {
  const { minimumLgtm } = context.settings;
  const author = lowerAscii(pull.author);
  const counts = async (login: string) =>
    owners.people.has(login) || (await mayWrite(context, login));
  const reviewers: string[] = [];
  for (const login of new Set([...verdicts.lgtm, ...verdicts.approved])) {
    if (reviewers.length >= minimumLgtm) break;
    if (login !== author && (await counts(login))) reviewers.push(login);
  }
  // Without approvers in OWNERS, everyone who may push is one.
  const objectors: string[] = [];
  for (const login of verdicts.objections) {
    const isApprover =
      owners.approvers.size > 0 ? owners.approvers.has(login) : await mayWrite(context, login);
    if (isApprover) objectors.push(login);
  }
  return { reviewers, objectors };
}
