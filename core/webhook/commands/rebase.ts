import { updateBranch } from '../merging/update-branch.ts';
import type { CommandAction } from './read-commands.ts';

/** Puts the commits of the pull request on top of the newest of the base branch, or merges these.
 * Repeated: nothing happens. */
export const rebase: CommandAction = async ({ context, pull, command }) => {
  if (!['', 'merge'].includes(command.text)) return 'write `/rebase`, or `/rebase merge`.';
  if (!pull.isOpen) return 'it is not open.';
  if (context.isDryRun) return undefined;
  const refusal = await updateBranch(context, pull, command.text === 'merge' ? 'merge' : 'rebase');
  return refusal && `the code host refuses it: ${refusal}.`;
};
