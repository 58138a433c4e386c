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
  const pull = await readPull(context, number);
  const { title, author } = pull;
  context.log.pullRequest({ number, title, author });
  if (pull.headSha !== sha) return skip(context, 'there are newer commits');
  if (pull.isDraft) return skip(context, 'it is a draft');
  return pull;
}

/** Records that an event has no effect. */
export async function skip({ log }: Pick<HandlerContext, 'log'>, reason: string) {
  await log.step('skipped', async () => ({ reason }));
  return undefined;
}
