import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { inTurn as inTurnOf, turnColumns } from '#core/runs/turn.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';

/** Pull requests that are being merged: one for each base branch, since a merge changes what is true of
 * the others. And those that are being evaluated, each alone. */
export const turns = table({
  name: 'webhook_turns',
  version: 1,
  columns: z.object({ repository: z.string(), base: z.string(), ...turnColumns }),
  key: ['repository', 'base'],
  expires: 'expires_at',
});

/** Longer than the calls of a merge take, with the tries of each. */
const turnMilliseconds = 120_000;

type Context = Pick<HandlerContext, 'platform' | 'settings'>;

/** Does the work while no other pull request of the base branch is being merged. */
export function inTurn<Result>(
  context: Context,
  { baseRef }: Pull,
  work: (isMine: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  return inTurnOf(context.platform, turnOf(context, baseRef, turnMilliseconds), work);
}

/** An evaluation that takes longer, or ended with its process, holds up no other. */
const evaluationMilliseconds = 30_000;

/** Does the work while the pull request is not evaluated elsewhere: a slower one would write what it read
 * earlier over the newer verdict. */
export function whileAlone<Result>(
  context: Context,
  number: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  // No branch has a colon in its name.
  return inTurnOf(context.platform, turnOf(context, `:${number}`, evaluationMilliseconds), work);
}

function turnOf({ settings }: Context, base: string, milliseconds: number) {
  return { table: turns, key: { repository: settings.fullName, base }, milliseconds };
}
