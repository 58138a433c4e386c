import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import { findBranch, isBranchName } from '../actions/apply-commits.ts';
import { cherryPick } from '../actions/cherry-pick.ts';
import { analyzeRun } from '../bridges/analyze-run.ts';
import { failedRuns } from '../bridges/workflow-runs.ts';
import { allowedPrefix, saveVerdict, withdrawVerdicts } from '../merging/verdicts.ts';
import {
  changeLabels,
  cherryPickBranch,
  cherryPickLabel,
  isEnabled,
  labelName,
} from '../pulls/labels.ts';
import { quoteAll } from '../pulls/quote.ts';
import type { CommandAction, CommandCall } from './read-commands.ts';

/** Has the failed tests of the newest commit analyzed. */
export const analyze: CommandAction = async ({ context, pull, writtenAt }) => {
  const { analysis } = context.settings;
  if (!analysis) return 'no failure analysis is configured: `analysis` in config.yaml.';
  const runs = await failedRuns(context, pull.headSha);
  if (runs.length === 0) return 'the newest commit has no failed workflow run.';
  const empty: string[] = [];
  for (const run of runs) {
    // Asked for a second time it is another analysis.
    const key = `command ${writtenAt} ${run.id} ${run.run_attempt}`;
    const pulls = [pull.number];
    if (!(await analyzeRun(context, analysis, { run, pulls, key }))) empty.push(run.name);
  }
  if (empty.length < runs.length) return undefined;
  return `${quoteAll(empty)} stored no JUnit report with failures: upload the reports as an artifact of the run.`;
};

/** The people that a command names. A text: what is wrong with it. */
function peopleOf({ name, words }: CommandCall['command']): string[] | string {
  const people = words.map((word) => word.replace(/^@/, ''));
  if (people.length === 0) return `name the people, as in \`/${name} @login\`.`;
  const wrong = people.filter((login) => !/^[a-z\d][a-z\d_-]{0,99}$/i.test(login));
  return wrong.length > 0 ? `${quoteAll(wrong)} cannot be a login.` : people;
}

/** Lets people give the commands of helpers on this pull request, or no longer. */
export const addAllowedUsers: CommandAction = async ({ context, pull, command, writtenAt: at }) => {
  const people = peopleOf(command);
  if (typeof people === 'string') return people;
  const names = people.map((login) => allowedPrefix + lowerAscii(login));
  if (command.isCancelled) await withdrawVerdicts(context, pull, names);
  else {
    const row = { sha: pull.headSha, base: pull.baseRef, at };
    for (const name of names) await saveVerdict(context, pull, name, row);
  }
  return undefined;
};

/** Requests reviews of people, or takes the requests back. */
export const assignReviewer: CommandAction = async ({ context, pull, command }) => {
  const people = peopleOf(command);
  if (typeof people === 'string') return people;
  const requested = pull.requestedReviewers.map((login) => login.toLowerCase());
  const { isCancelled } = command;
  const reviewers = people.filter(
    (login) => requested.includes(login.toLowerCase()) === isCancelled,
  );
  if (reviewers.length === 0) return undefined;
  try {
    await context.scm.call(`${pullPath(pull.name)}/requested_reviewers`, {
      method: isCancelled ? 'DELETE' : 'POST',
      body: { reviewers },
      mayRepeat: true,
    });
    return undefined;
  } catch (error) {
    if (!isFailure(error, 'unprocessable')) throw error;
    return `${quoteAll(reviewers)} cannot review it: reviewers must be collaborators other than the author.`;
  }
};

/** Labels the branches, for the time of the merge; of a merged pull request it is done at once. */
export const setCherryPicks: CommandAction = async ({ context, pull, command }) => {
  const { words: branches, isCancelled } = command;
  if (isCancelled) {
    const all = pull.labels.filter((label) => cherryPickBranch(label) !== undefined);
    const remove = branches.length === 0 ? all : branches.map(cherryPickLabel);
    await changeLabels(context, pull, { remove });
    return undefined;
  }
  if (branches.length === 0) return 'name the branches, as in `/cherry-pick v1.0 v1.1`.';
  const missing = await missingBranches(context, branches);
  const good = branches.filter((branch) => !missing.includes(branch));
  const problem = missing.length > 0 ? `there is no branch ${quoteAll(missing)}.` : undefined;
  if (good.length === 0) return problem;
  const labels = good.map(cherryPickLabel);
  const long = labels.filter((label) => labelName(label) !== label);
  if (long.length > 0) return `the label ${quoteAll(long)} would be longer than 50 characters.`;
  if (!labels.every((label) => isEnabled(context.settings, label))) {
    return 'cherry-pick labels are not enabled in this repository.';
  }
  await changeLabels(context, pull, { add: labels });
  if (pull.isMerged) for (const branch of good) await cherryPick(context, pull, branch);
  return problem;
};

/** Picks once more to the branches that labels name, or to those of them that the command names. */
export const retryCherryPicks: CommandAction = async ({ context, pull, command: { words } }) => {
  if (!pull.isMerged) return 'it is not merged yet: the cherry-picks follow the merge.';
  const all = pull.labels.flatMap((label) => cherryPickBranch(label) ?? []);
  const branches = words.length === 0 ? all : words.filter((word) => all.includes(word));
  const others = words.filter((word) => !all.includes(word));
  for (const branch of branches) await cherryPick(context, pull, branch);
  if (others.length > 0) return `no label asks for ${quoteAll(others)}: use \`/cherry-pick\`.`;
  return branches.length > 0
    ? undefined
    : 'no label asks for a cherry-pick: use `/cherry-pick` with the names of the branches.';
};

async function missingBranches(
  { scm, settings }: CommandCall['context'],
  names: readonly string[],
): Promise<string[]> {
  const branches = await Promise.all(
    names.map(async (name) => isBranchName(name) && findBranch(scm, settings.path, name)),
  );
  return names.filter((_, at) => !branches[at]);
}
