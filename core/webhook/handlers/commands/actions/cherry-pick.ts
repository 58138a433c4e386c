import { findBranch } from '../../cherry-pick/apply.ts';
import { cherryPick } from '../../cherry-pick/cherry-pick.ts';
import { isBranchName } from '../../cherry-pick/ref-path.ts';
import { changeLabels } from '../../labels/change-labels.ts';
import {
  cherryPickBranch,
  cherryPickLabel,
  isEnabled,
  labelName,
} from '../../labels/label-names.ts';
import { quoteAll } from '../../shared/quote.ts';
import { pathOf } from '../../shared/repository-path.ts';
import type { CommandAction, CommandCall } from '../command-call.ts';

/** Labels the branches, for the time of the merge; of a merged pull request it is done at once. */
export const setCherryPicks: CommandAction = async ({ context, pull, command }) => {
  const { words: branches, isCancelled } = command;
  const labels = branches.map(cherryPickLabel);
  if (isCancelled) {
    const all = pull.labels.filter((label) => cherryPickBranch(label) !== undefined);
    const remove = branches.length === 0 ? all : labels;
    await changeLabels(context, pull, { remove });
    return undefined;
  }
  if (branches.length === 0) return 'name the branches, as in `/cherry-pick v1.0 v1.1`.';
  const missing = await missingBranches(context, branches);
  if (missing.length > 0) return `there is no branch ${quoteAll(missing)}.`;
  const long = labels.filter((label) => labelName(label) !== label);
  if (long.length > 0) return `the label ${quoteAll(long)} would be longer than 50 characters.`;
  if (!labels.every((label) => isEnabled(context.settings, label))) {
    return 'the labels of cherry-picks are not among the enabled labels of this repository.';
  }
  await changeLabels(context, pull, { add: labels });
  if (pull.isMerged) for (const branch of branches) await cherryPick(context, pull, branch);
  return undefined;
};

async function missingBranches(
  { scm, settings }: CommandCall['context'],
  names: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => isBranchName(name) && findBranch(scm, pathOf(settings), name)),
  );
  return names.filter((_, at) => !found[at]);
}
