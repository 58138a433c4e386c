import { instructionPaths, readInstructions } from '#core/review/instructions.ts';
import { isSameRepository } from '#core/review/target.ts';
import type { PullRequestName } from '#core/scm/pull-request.ts';
import type { PrContext } from './context.ts';
import { localInstructions } from './local-instructions.ts';

export async function claudeMd(context: PrContext, words: readonly string[]): Promise<void> {
  const target = await context.target(words);
  const text = await findInstructions(context, target);
  context.shell.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** The checkout's own file where `origin` is the pull request's repository, else the code host's at
 * the base commit. */
async function findInstructions(context: PrContext, target: PullRequestName): Promise<string> {
  const { git, api, directory } = context;
  const origin = await git.origin();
  const isHere = origin !== undefined && isSameRepository(origin, target, api);
  for (const paths of instructionPaths) {
    const local = isHere ? await localInstructions(directory, paths) : undefined;
    const text = local ?? (await readInstructions(await context.scm(), target, paths));
    if (text !== undefined) return text;
  }
  return '';
}
