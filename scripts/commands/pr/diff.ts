import { readPullDiff } from '#core/review/pull-diff.ts';
import { isSameRepository } from '#core/review/target.ts';
import { printJson, type PrContext } from './context.ts';

export async function diff(context: PrContext, words: readonly string[]): Promise<void> {
  const { git, api, say, shell, options } = context;
  const target = await context.target(words);
  const result = await readPullDiff(await context.scm(), target, {
    warn: say,
    async localDiff(pull) {
      const origin = await git.origin();
      return origin && isSameRepository(origin, target, api) ? git.diff(pull) : undefined;
    },
  });
  if (options.format === 'patch') shell.stdout.write(result.diff);
  else printJson(shell, result);
}
