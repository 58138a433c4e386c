import type { RepositorySettings } from '../../configuration/repository-settings.ts';
import type { CheckState } from '../checks/read-checks.ts';
import { canBeMerged, hasLabel, personLabel } from '../labels/label-names.ts';
import type { Area, Owners } from '../owners/read-owners.ts';
import { isConventional } from '../pull-request/title.ts';
import { quote, quoteAll } from '../shared/quote.ts';
import type { Pull } from '../shared/read-pull.ts';
import { titleCheck } from '../pull-request/check-title.ts';

export interface Facts {
  readonly settings: Pick<
    RepositorySettings,
    'minimumLgtm' | 'requiredLabels' | 'requiredChecks' | 'conventionalTypes'
  >;
  readonly pull: Pull;
  /** Those that the host requires. */
  readonly requiredChecks: readonly string[];
  readonly checks: ReadonlyMap<string, CheckState>;
  readonly owners: Owners;
  /** Who said that it is good, and whose word counts. */
  readonly reviewers: readonly string[];
  /** Review threads that have to be resolved first. */
  readonly unresolved: number;
}

/** Why the pull request cannot be merged, in markdown, one sentence each. None: it can be. */
export function reasonsAgainst(facts: Facts): string[] {
  const { pull, settings, owners, unresolved } = facts;
  const base = quote(pull.baseRef);
  return [
    ...(pull.mergeable === false
      ? [`It conflicts with ${base}: rebase it, or merge ${base}.`]
      : []),
    ...(pull.mergeState === 'behind' ? [`It is behind ${base}: update the branch.`] : []),
    ...(isConventional(pull.title, settings)
      ? []
      : ['The title does not follow the conventional form, such as `feat: add a search`.']),
    ...checkReasons(facts),
    ...['wip', 'hold']
      .filter((label) => hasLabel(pull, label))
      .map((label) => `The label ${quote(label)} is set.`),
    ...[...owners.approvers]
      .filter((login) => hasLabel(pull, personLabel('changes-requested-', login)))
      .map((login) => `${quote(login)} requested changes.`),
    ...settings.requiredLabels
      .filter((label) => !hasLabel(pull, label))
      .map((label) => `The label ${quote(label)} is missing.`),
    ...owners.areas.filter((area) => !isApproved(pull, area)).map(missingApproval),
    ...(owners.isComplete
      ? []
      : ['It touches too many files or folders to find all of its approvers: split it.']),
    ...lgtmReasons(facts),
    ...(unresolved > 0 ? [`${unresolved} review threads are not resolved.`] : []),
  ];
}

const states = { failed: 'failed', pending: 'is still running' };

function checkReasons({ settings, requiredChecks, checks }: Facts): string[] {
  const names = new Set([...requiredChecks, ...settings.requiredChecks]);
  // Ours: the one would wait for itself, the other is the rule of the title.
  for (const own of [canBeMerged, titleCheck]) names.delete(own);
  return [...names].flatMap((name) => {
    const state = checks.get(name);
    if (state === 'passed') return [];
    return [`The check ${quote(name)} ${state ? states[state] : 'has not started'}.`];
  });
}

/** No one approves their own change. */
function isApproved(pull: Pull, { approvers }: Area): boolean {
  return approvers.some(
    (login) =>
      login !== pull.author.toLowerCase() && hasLabel(pull, personLabel('approved-', login)),
  );
}

function missingApproval({ folder, approvers }: Area): string {
  const where = folder === '' ? 'the repository' : quote(`${folder}/`);
  return `An approver of ${where} has to approve: ${quoteAll(approvers)}.`;
}

function lgtmReasons({ settings, reviewers }: Facts): string[] {
  if (reviewers.length >= settings.minimumLgtm) return [];
  const count = `${reviewers.length} of ${settings.minimumLgtm}`;
  return [`${count} reviewers said that it is good (/lgtm).`];
}
