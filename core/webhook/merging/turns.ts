import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';
import { inTurn as inTurnOf, turnColumns } from '#core/runs/turn.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';

/** Pull requests that are being merged: one for each base branch, since a merge changes what is true of
 * the others. */
export const turns = table({
  name: 'webhook_turns',
  version: 1,
  columns: z.object({ repository: z.string(), base: z.string(), ...turnColumns }),
  key: ['repository', 'base'],
  expires: 'expires_at',
});

/** Longer than the calls of a merge take, with the tries of each. */
const turnMilliseconds = 120_000;

/** Does the work while no other pull request of the base branch is being merged. */
export function inTurn<Result>(
  { platform, settings }: Pick<HandlerContext, 'platform' | 'settings'>,
  { baseRef }: Pull,
  work: (isMine: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  const key = { repository: settings.fullName, base: baseRef };
  return inTurnOf(platform, { table: turns, key, milliseconds: turnMilliseconds }, work);
}
