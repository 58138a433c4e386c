import { count } from '#core/text/count.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { canBeMerged, hasLabel } from '../pulls/labels.ts';
import { isConventional, isWip } from '../pulls/own-labels.ts';
import type { Area, Owners } from '../pulls/owners.ts';
import type { Pull } from '../pulls/pull.ts';
import { quote, quoteAll } from '../pulls/quote.ts';
import type { CheckState } from '../pulls/read-checks.ts';
import { titleCheck } from '../pulls/set-check.ts';
import type { Verdicts } from './count-verdicts.ts';
import { hold, verified } from './verdicts.ts';

export interface Facts {
  readonly settings: Pick<
    RepositorySettings,
    'minimumLgtm' | 'requiredLabels' | 'requiredChecks' | 'conventionalTypes' | 'fileProblem'
  >;
  readonly pull: Pull;
  /** Those that the host requires. */
  readonly requiredChecks: readonly string[];
  readonly checks: ReadonlyMap<string, CheckState>;
  readonly owners: Owners;
  readonly verdicts: Verdicts;
  /** Required labels that somebody set who may not. */
  readonly forged: readonly string[];
  /** Who said that it is good, and whose word counts. */
  readonly reviewers: readonly string[];
  /** Approvers who requested changes. */
  readonly objectors: readonly string[];
  /** Review threads that have to be resolved first. */
  readonly unresolved: number;
  /** What somebody has to look at, in markdown, one sentence each. */
  readonly suspicions: readonly string[];
}

/** Why the pull request cannot be merged, in markdown, one sentence each. None: it can be. */
export function reasonsAgainst(facts: Facts): string[] {
  const { pull, settings, owners, verdicts, objectors, unresolved } = facts;
  const base = quote(pull.baseRef);
  return [
    ...(pull.mergeable === false
      ? [`It conflicts with ${base}: rebase it, or merge ${base}.`]
      : []),
    ...(pull.mergeState === 'behind'
      ? [`It is behind ${base}: \`/rebase\` updates the branch.`]
      : []),
    ...(isConventional(pull.title, settings)
      ? []
      : ['The title does not follow the conventional form, such as `feat: add a search`.']),
    ...checkReasons(facts),
    ...(hasLabel(pull, 'wip') || isWip(pull.title)
      ? ['It is work in progress: `/wip cancel` ends that.']
      : []),
    ...(hasLabel(pull, hold) || verdicts.isHeld
      ? ['It is on hold: `/hold cancel` ends that.']
      : []),
    ...(verdicts.isWaiting ? ['One of its events is waiting for an outage to end.'] : []),
    ...objectors.map((login) => `${quote(login)} requested changes, and has not approved since.`),
    ...settings.requiredLabels
      .filter((label) => !isGiven(label, facts))
      .map((label) => `The label ${quote(label)} is missing.`),
    ...problemsOf(facts).map(undecided),
    ...owners.areas.filter((area) => !isApproved(facts, area)).map(missingApproval),
    ...(owners.isComplete
      ? []
      : ['It touches too many files or folders to find all of its approvers: split it.']),
    ...lgtmReasons(facts),
    ...facts.suspicions,
    ...(unresolved > 0 ? [`Not resolved: ${count(unresolved, 'review thread')}.`] : []),
  ];
}

const states = { failed: 'failed', pending: 'is still running' };

function checkReasons({ settings, requiredChecks, checks }: Facts): string[] {
  const names = new Set([...requiredChecks, ...settings.requiredChecks]);
  // Ours: the one would wait for itself, the other is the rule of the title, where there is one.
  names.delete(canBeMerged);
  if (settings.conventionalTypes) names.delete(titleCheck);
  return [...names].flatMap((name) => {
    const state = checks.get(name);
    if (state === 'passed') return [];
    return [`The check ${quote(name)} ${state ? states[state] : 'has not started'}.`];
  });
}

/** No one approves their own change. */
function isApproved({ pull, verdicts }: Facts, { approvers }: Area): boolean {
  const author = lowerAscii(pull.author);
  return approvers.some((login) => login !== author && verdicts.approved.has(login));
}

const verdictLabel = /^(?:verified$|(approved|lgtm)-(.+)$)/;

export function isVerdictLabel(label: string): boolean {
  return verdictLabel.test(label.toLowerCase());
}

/** Labels of verdicts only show them: everyone may set one who may set labels. */
function isGiven(label: string, { pull, verdicts, forged }: Facts): boolean {
  const name = label.toLowerCase();
  if (name === verified) return verdicts.isVerified;
  const [, kind, login = ''] = verdictLabel.exec(name) ?? [];
  if (kind === undefined) return hasLabel(pull, label) && !forged.includes(label);
  return verdicts[kind as 'approved' | 'lgtm'].has(login);
}

export function undecided(problem: string): string {
  return `It cannot be decided: ${problem}.`;
}

/** Files that decide, and cannot be read. */
export function problemsOf({ owners, settings }: Pick<Facts, 'owners' | 'settings'>): string[] {
  const { fileProblem } = settings;
  const own =
    fileProblem === undefined ? [] : [`\`.scm-webhook-server.yaml\`: ${quote(fileProblem)}`];
  return [...owners.problems, ...own];
}

function missingApproval({ folder, approvers }: Area): string {
  const where = folder === '' ? 'the repository' : quote(`${folder}/`);
  return `An approver of ${where} has to approve: ${quoteAll(approvers)}.`;
}

function lgtmReasons({ settings, reviewers }: Facts): string[] {
  if (reviewers.length >= settings.minimumLgtm) return [];
  const count = `${reviewers.length} of ${settings.minimumLgtm}`;
  return [`${count} reviewers approved it with /lgtm.`];
}
