import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isWritten } from '#core/platform/failure.ts';
import { table } from '#core/platform/table.ts';
import type { HandlerContext } from '../pulls/context.ts';
import type { Pull } from '../pulls/pull.ts';

/** Pull requests that are being merged: one for each base branch, since a merge changes what is true of
 * the others. */
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

/**
 * Does the work while no other pull request of the base branch is being merged. `isMine` is asked before
 * the effect: a process that was stopped may wake up when another has the turn. Undefined: another
 * has it.
 */
export async function inTurn<Result>(
  { platform, settings }: Pick<HandlerContext, 'platform' | 'settings'>,
  { baseRef }: Pull,
  work: (isMine: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  const { records, clock } = platform;
  const key = { repository: settings.fullName, base: baseRef };
  const token = randomUUID();
  const until = clock.now().getTime() + turnMilliseconds;
  const row = { ...key, token, expires_at: new Date(until).toISOString() };
  if (!(await isWritten(records.insert(turns, row)))) return undefined;
  try {
    return await work(() => clock.now().getTime() < until);
  } finally {
    await isWritten(records.delete(turns, key, { token }));
  }
}
