import { isFailure } from '#core/platform/failure.ts';
import { printError } from '../program/main.ts';
import type { Command, Group } from './line/command.ts';
import { runGroup, usage } from './line/group.ts';
import { groupHelp } from './line/help.ts';
import type { Shell } from './line/shell.ts';
import type { PrContext } from './pr/context.ts';
import { prOptions } from './pr/options.ts';

type Table = typeof prOptions;
type Run = (context: PrContext, words: readonly string[]) => Promise<number | void>;

function command(
  least: number,
  load: () => Promise<Run>,
  rest: Omit<Command<Table>, 'run'>,
): Command<Table> {
  return {
    ...rest,
    async run(words, options, shell) {
      if (words.length < least) throw usage('An argument is missing');
      const { prContext } = await import('./pr/context.ts');
      return (await load())(prContext(shell, options, shell.directory ?? process.cwd()), words);
    },
  };
}

const target = '<owner/repo|url|pr_number> [pr_number]';

export const prGroup: Group<Table> = {
  name: 'lantern pr',
  options: prOptions,
  common: ['help', 'via'],
  commands: {
    diff: command(1, async () => (await import('./pr/diff.ts')).diff, {
      words: target,
      about: 'the pull request, its diff and its files, as JSON',
      options: ['format'],
    }),
    'claude-md': command(1, async () => (await import('./pr/claude-md.ts')).claudeMd, {
      words: target,
      about: "the repository's instructions for reviewers, from CLAUDE.md",
    }),
    'post-comment': command(3, async () => (await import('./pr/post-comment.ts')).postComment, {
      words: '<owner/repo> <pr_number> <commit_sha> <json_file|->',
      about: 'post comments as one review; - reads standard input',
      options: ['dry-run', 'strict', 'all', 'fail-on', 'sarif', 'rdjson', 'sarif-output'],
    }),
    review: command(1, async () => (await import('./pr/review.ts')).review, {
      words: target,
      about: 'have an AI command line review it',
      options: [
        'post',
        'json',
        'dry-run',
        'all',
        'fail-on',
        'sarif-output',
        'provider',
        'model',
        'timeout',
        'budget',
      ] as const,
    }),
  },
  footer: `
A target is owner/repo and a number, the URL of a pull request, or a number alone in a checkout. The code host is called with gh if it is logged in, else with SCM_TOKEN or GH_TOKEN; --via chooses. Set SCM_API_URL for a host other than github.com. Exit status: 0 done, 1 refused, failed or usage error.`,
};

/** Unlike the other commands, a wrong command line is exit status 1, also one without a command. */
export async function pr(args: readonly string[], shell: Shell): Promise<number | void> {
  if (args.length === 0) {
    shell.stderr.write(`${groupHelp(prGroup, shell)}\n`);
    return 1;
  }
  try {
    return await runGroup(prGroup, args, shell);
  } catch (error) {
    if (!isFailure(error, 'invalid', 'usage')) throw error;
    printError(error, shell.stderr);
    const words = prGroup.commands[args[0] ?? '']?.words;
    if (words !== undefined) shell.stderr.write(`Usage: ${prGroup.name} ${args[0]} ${words}\n`);
    return 1;
  }
}
