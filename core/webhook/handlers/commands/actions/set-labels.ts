import { pullPath } from '#core/scm/pull-request.ts';
import { changeLabels } from '../../labels/change-labels.ts';
import { isEnabled, personLabel, type ReviewPrefix } from '../../labels/label-names.ts';
import { quote } from '../../shared/quote.ts';
import type { CommandAction, CommandCall } from '../command-call.ts';

const longestTitle = 256;

/** Sets a label, or removes it. */
export function labelAction(label: 'hold' | 'verified' | 'automerge'): CommandAction {
  return ({ context, pull, command }) =>
    setLabel({ context, pull, command }, label, command.isCancelled);
}

/** Sets the label of a person's verdict in place of the opposite one. */
export function verdictAction(prefix: ReviewPrefix): CommandAction {
  return async (call) => {
    const { context, pull, login, command } = call;
    if (!command.isCancelled) {
      const remove = [personLabel('changes-requested-', login), personLabel('commented-', login)];
      await changeLabels(context, pull, { remove });
    }
    return setLabel(call, personLabel(prefix, login), command.isCancelled);
  };
}

/** The mark in the title and the label say the same: each is set by the other. */
export const setWip: CommandAction = async (call) => {
  const { context, pull, command } = call;
  const plain = pull.title.replace(/^\s*wip\s*:\s*/i, '');
  const isMarked = plain !== pull.title;
  if (isMarked === command.isCancelled) {
    const title = command.isCancelled ? plain || pull.title : `WIP: ${plain}`;
    const body = { title: title.slice(0, longestTitle).toWellFormed() };
    await context.scm.call(pullPath(pull.name), { method: 'PATCH', body });
  }
  return setLabel(call, 'wip', command.isCancelled);
};

async function setLabel(
  { context, pull }: Pick<CommandCall, 'context' | 'pull' | 'command'>,
  label: string,
  isCancelled: boolean,
): Promise<string | undefined> {
  await changeLabels(context, pull, { [isCancelled ? 'remove' : 'add']: [label] });
  if (isCancelled || isEnabled(context.settings, label)) return undefined;
  return `the label ${quote(label)} is not among the enabled labels of this repository.`;
}
