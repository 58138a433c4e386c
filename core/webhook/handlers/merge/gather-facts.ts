import { listThreads } from '#core/scm/threads.ts';
import { readChecks } from '../checks/read-checks.ts';
import type { HandlerContext } from '../handler.ts';
import { readOwners, type Owners } from '../owners/read-owners.ts';
import { mayWrite } from '../shared/may-write.ts';
import { readBranch, readRequiredByRules } from '../shared/read-branch.ts';
import type { Pull } from '../shared/read-pull.ts';
import type { Facts } from './reasons.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings'>;

/** Asks the code host for all that decides whether a pull request can be merged. */
export async function gatherFacts(context: Context, pull: Pull): Promise<Facts> {
  const { scm, settings } = context;
  const [branch, rules, checks, owners, threads] = await Promise.all([
    readBranch(context, pull),
    readRequiredByRules(context, pull),
    readChecks(context, pull),
    readOwners(context, pull),
    settings.needsResolvedThreads ? listThreads(scm, pull.name) : [],
  ]);
  return {
    ...{ settings, pull, checks, owners },
    requiredChecks: [...branch.requiredChecks, ...rules],
    unresolved: threads.filter(({ isResolved }) => !isResolved).length,
    reviewers: await reviewersOf(context, pull, owners),
  };
}

/** Labels name everyone who reviewed; only the word of people of OWNERS, or who may push, counts. */
async function reviewersOf(context: Context, pull: Pull, owners: Owners): Promise<string[]> {
  const { minimumLgtm } = context.settings;
  const logins = new Set(
    pull.labels
      .map((label) => /^(?:lgtm|approved)-(.+)$/.exec(label.toLowerCase())?.[1] ?? '')
      .filter((login) => login !== '' && login !== pull.author.toLowerCase()),
  );
  const found: string[] = [];
  for (const login of logins) {
    if (found.length >= minimumLgtm) break;
    if (owners.people.has(login) || (await mayWrite(context, login))) found.push(login);
  }
  return found;
}
