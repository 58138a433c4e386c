import { initialProvider } from '#core/ai/provider-ids.ts';
import { readProvider } from '#core/ai/providers.ts';
import { reviewDiff } from '#core/review/asking/review-diff.ts';
import { isListed } from '#core/review/pull-diff.ts';
import { readInstructions } from '#core/review/instructions.ts';
import { listFiles } from '#core/scm/changed-files.ts';
import { readPullRequest } from '#core/scm/pull-request.ts';
import { providerOf } from '../docs/options.ts';
import { printJson, type PrContext } from './context.ts';
import { openAi } from './open-ai.ts';
import { reviewText } from './review-text.ts';
import { checkOutput, gate, postFound, writeOutput } from './post-comment.ts';

const defaults = { minutes: 15, budgetTokens: 150_000 };

/** Prints the comments for people, or as post-comment takes them, or posts them. */
export async function review(context: PrContext, words: readonly string[]): Promise<number> {
  const { options, shell, say } = context;
  const { variables } = shell;
  const name = await context.target(words);
  await checkOutput(context);
  const scm = await context.scm();
  const [pull, files, instructions] = await Promise.all([
    readPullRequest(scm, name),
    listFiles(scm, name),
    readInstructions(scm, name),
  ]);
  const provider = readProvider(
    options.provider === undefined
      ? (variables['AI_PROVIDER'] ?? initialProvider)
      : providerOf(options.provider),
  );
  const commit = pull.headSha;
  const isWhole = isListed(pull, files, say);
  const { comments, isComplete } = await reviewDiff(openAi(variables, say), {
    files,
    instructions,
    commit,
    say,
    title: pull.title,
    provider: provider.id,
    model: options.model ?? variables['AI_MODEL'] ?? provider.defaultModel,
    timeoutMilliseconds: Number(options.timeout ?? defaults.minutes) * 60_000,
    budgetTokens: Number(options.budget ?? defaults.budgetTokens),
  });
  if (options.post || options['dry-run']) {
    const resolve = isComplete && isWhole ? 'always' : 'never';
    return postFound(context, { name, commit, comments, resolve });
  }
  await writeOutput(context, comments);
  if (options.json) printJson(shell, comments);
  else shell.stdout.write(reviewText(shell, comments));
  return gate(context, comments);
}
