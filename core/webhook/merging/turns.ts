import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isWritten } from '#core/platform/failure.ts';
import { table } from '#core/platform/table.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';

/** Pull requests that are being merged: one for each base branch, since a merge changes what is true of
 * the others. And those that are being evaluated, each alone. */
export const turns = table({
  name: 'webhook_turns',
  version: 1,
  columns: z.object({
    repository: z.string(),
    base: z.string(),
    /** Names the run that has the turn. */
    token: z.string(),
    expires_at: z.string(),
  }),
  key: ['repository', 'base'],
  expires: 'expires_at',
});

/** Longer than the calls of a merge take, with the tries of each. */
const turnMilliseconds = 120_000;

type Context = Pick<HandlerContext, 'platform' | 'settings'>;

/** Does the work while no other pull request of the base branch is being merged. Undefined: another is. */
export function inTurn<Result>(
  context: Context,
  { baseRef }: Pull,
  work: (isMine: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  return whileFree(context, { base: baseRef, milliseconds: turnMilliseconds }, work);
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
  return whileFree(context, { base: `:${number}`, milliseconds: evaluationMilliseconds }, work);
}

/** `isMine` is asked around the effect: a process that was stopped may wake up when another has the
 * turn. */
async function whileFree<Result>(
  { platform: { records, clock }, settings }: Context,
  { base, milliseconds }: { base: string; milliseconds: number },
  work: (isMine: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  const key = { repository: settings.fullName, base };
  const token = randomUUID();
  const until = clock.now().getTime() + milliseconds;
  const row = { ...key, token, expires_at: new Date(until).toISOString() };
  if (!(await isWritten(records.insert(turns, row)))) return undefined;
  try {
    return await work(() => clock.now().getTime() < until);
  } finally {
    await isWritten(records.delete(turns, key, { token }));
  }
}
