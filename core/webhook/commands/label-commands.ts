import { pullPath } from '#core/scm/pull-request.ts';
import { requestEvaluation } from '../merging/request-evaluation.ts';
import {
  findHead,
  hold,
  isProcessed,
  saveHead,
  saveVerdict,
  verdictName,
  verified,
  withdrawVerdicts,
} from '../merging/verdicts.ts';
import { changeLabels, isEnabled, personLabel, type ReviewPrefix } from '../pulls/labels.ts';
import { quote } from '../pulls/quote.ts';
import type { CommandAction, CommandCall } from './read-commands.ts';

const maxTitleLength = 256;

/** Holds a merge back, or no longer. It holds although somebody removes the label. */
export const setHold: CommandAction = async (call) => {
  const { context, pull, command, writtenAt: at } = call;
  if (command.isCancelled) await withdrawVerdicts(context, pull, [hold]);
  else if (isEnabled(context.settings, hold)) {
    await saveVerdict(context, pull, hold, { sha: pull.headSha, base: pull.baseRef, at });
  }
  await requestEvaluation(context, pull.number);
  return setLabel(call, hold, command.isCancelled);
};

/** Has what the writer saw merged. */
export const setAutomerge: CommandAction = async (call) =>
  (await unseenChange(call)) ?? setLabel(call, 'automerge', call.command.isCancelled);

export const setVerified: CommandAction = async (call) =>
  (await keepVerdict(call, verified)) ?? showLabel(call, verified);

/** Keeps a person's verdict, and sets its label in place of the opposite one. */
export function verdictAction(prefix: ReviewPrefix): CommandAction {
  return async (call) => {
    const { context, pull, login, command } = call;
    const problem = await keepVerdict(call, verdictName(prefix, login));
    if (problem !== undefined) return problem;
    if (!command.isCancelled) {
      await withdrawVerdicts(context, pull, [verdictName('changes-requested-', login)]);
      const remove = [personLabel('changes-requested-', login), personLabel('commented-', login)];
      await changeLabels(context, pull, { remove });
    }
    return setLabel(call, personLabel(prefix, login), command.isCancelled);
  };
}

/** Binds the verdict to the commit and the base branch that its writer saw, and has the pull request
 * evaluated: where no label changes, no event does. */
export async function keepVerdict(call: CommandCall, name: string): Promise<string | undefined> {
  const { context, pull, command, writtenAt: at } = call;
  const problem = await unseenChange(call);
  if (problem !== undefined) return problem;
  if (command.isCancelled) await withdrawVerdicts(context, pull, [name]);
  else await saveVerdict(context, pull, name, { sha: pull.headSha, base: pull.baseRef, at });
  await requestEvaluation(context, pull.number);
  return undefined;
}

/** A verdict counts although its label is not enabled. */
async function showLabel({ context, pull, command }: CommandCall, label: string) {
  await changeLabels(context, pull, { [command.isCancelled ? 'remove' : 'add']: [label] });
  return undefined;
}

/** What came after the command, or before it in an event that is still waiting, was not judged. */
async function unseenChange(call: CommandCall): Promise<string | undefined> {
  const { context, pull, command, writtenAt, judged } = call;
  if (command.isCancelled) return undefined;
  const head = await findHead(context, pull);
  // Without an event of it, whatever changed after the command may be its commits.
  const isLater = Date.parse(writtenAt) < Date.parse(pull.updatedAt);
  if (!head) await saveHead(context, pull, isLater && !judged ? pull.updatedAt : '');
  const isOld = head ? Date.parse(writtenAt) <= Date.parse(head.since) : isLater;
  if (isProcessed(judged ?? head, pull) && (judged !== undefined || !isOld)) return undefined;
  return 'the commits or the base branch have changed. Review them, then repeat the command.';
}

/** The mark in the title and the label say the same: each is set by the other. */
export const setWip: CommandAction = async (call) => {
  const { context, pull, command } = call;
  const plain = pull.title.replace(/^\s*wip\s*:\s*/i, '');
  const isMarked = plain !== pull.title;
  if (isMarked === command.isCancelled) {
    const title = command.isCancelled ? plain || pull.title : `WIP: ${plain}`;
    const body = { title: title.slice(0, maxTitleLength).toWellFormed() };
    await context.scm.call(pullPath(pull.name), { method: 'PATCH', body });
  }
  return setLabel(call, 'wip', command.isCancelled);
};

async function setLabel(call: CommandCall, label: string, isCancelled: boolean) {
  const { context } = call;
  await showLabel(call, label);
  if (isCancelled || isEnabled(context.settings, label)) return undefined;
  return `the label ${quote(label)} is not enabled in this repository.`;
}
