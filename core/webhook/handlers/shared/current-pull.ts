import type { HandlerContext } from '../handler.ts';
import { readPull, type Pull } from './read-pull.ts';

interface Named {
  readonly number: number;
  /** The newest commit when the event happened. */
  readonly sha: string;
}

/** The pull request of an event. Undefined: it is a draft, or there are newer commits, whose own event
 * follows; the log says so. */
export async function currentPull(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'log'>,
  { number, sha }: Named,
): Promise<Pull | undefined> {
  const pull = await loggedPull(context, number);
  return (await isSkipped(context, pull, sha)) ? undefined : pull;
}

/** Records the skipping. */
export async function isSkipped(
  context: Pick<HandlerContext, 'log'>,
  pull: Pull,
  sha: string,
): Promise<boolean> {
  const reason =
    pull.headSha !== sha ? 'there are newer commits' : pull.isDraft ? 'it is a draft' : undefined;
  if (reason !== undefined) await skip(context, reason);
  return reason !== undefined;
}

/** The pull request, which the log names from now on. */
export async function loggedPull(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'log'>,
  number: number,
): Promise<Pull> {
  const pull = await readPull(context, number);
  const { title, author } = pull;
  context.log.pullRequest({ number, title, author });
  return pull;
}

/** Records that an event has no effect. */
export async function skip({ log }: Pick<HandlerContext, 'log'>, reason: string): Promise<void> {
  await log.step('skipped', async () => ({ reason }));
}
