import { keepVerdict } from './label-commands.ts';
import type { CommandAction } from './read-commands.ts';
import { okToTest, requestChecks } from '../actions/request-checks.ts';

/** Lets the commits that the writer saw run, although they come from a fork. */
export const allowTest: CommandAction = async (call) => {
  const { context, pull, command } = call;
  const problem = await keepVerdict(call, okToTest);
  if (problem !== undefined) return problem;
  if (context.settings.customChecks.length === 0) {
    return 'no checks are configured for this repository.';
  }
  if (!command.isCancelled) await requestChecks(context, pull);
  return undefined;
};
