import { listThreads } from '#core/scm/threads.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { type Owners, readOwners } from '../pulls/owners.ts';
import { mayWrite } from '../pulls/people.ts';
import type { Pull } from '../pulls/pull.ts';
import { readBranch, readRequiredByRules } from '../pulls/read-branch.ts';
import { readChecks } from '../pulls/read-checks.ts';
import { countVerdicts, type Verdicts } from './count-verdicts.ts';
import type { Facts } from './reasons.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'platform'>;

/** Asks the code host for all that decides whether a pull request can be merged. */
export async function gatherFacts(context: Context, pull: Pull): Promise<Facts> {
  const { scm, settings } = context;
  const [branch, rules, checks, owners, verdicts, threads] = await Promise.all([
    readBranch(context, pull),
    readRequiredByRules(context, pull),
    readChecks(context, pull),
    readOwners(context, pull),
    countVerdicts(context, pull),
    settings.needsResolvedThreads ? listThreads(scm, pull.name) : [],
  ]);
  return {
    settings,
    pull,
    checks,
    owners,
    verdicts,
    requiredChecks: [...branch.requiredChecks, ...rules],
    unresolved: threads.filter(({ isResolved }) => !isResolved).length,
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
