import { isFailure } from '#core/platform/failure.ts';
import type { HandlerContext } from '../handler.ts';
import { skip } from '../shared/current-pull.ts';
import { quote } from '../shared/quote.ts';
import { readPull, type Pull } from '../shared/read-pull.ts';
import { commandTable } from './command-table.ts';
import { permissions, roleTexts } from './permissions.ts';
import type { Command } from './read-commands.ts';

export interface Request {
  readonly commands: readonly Command[];
  readonly login: string;
  readonly writtenAt: string;
}

export interface Outcome {
  /** Whether one of them was done. */
  readonly isAccepted: boolean;
  /** What its writer has to know or do, in markdown, one line each. */
  readonly problems: readonly string[];
}

/** Runs commands in their order. One that fails leaves the others. */
export async function runCommands(
  context: HandlerContext,
  pull: Pull,
  { commands, login, writtenAt }: Request,
): Promise<Outcome> {
  const { settings, signal, log } = context;
  const { allowsCommandsOnDrafts: drafts } = settings;
  if (pull.isDraft && drafts === false) {
    await skip(context, 'it is a draft');
    return { isAccepted: false, problems: [] };
  }
  const may = permissions(context, pull, login);
  const problems: string[] = [];
  const names: string[] = [];
  for (const command of commands) {
    const count = names.push(command.name);
    const before = names.slice(0, count - 1).filter((name) => name === command.name).length;
    const step = `command-${command.name}${before > 0 ? `-${before + 1}` : ''}`;
    const problem = await attempt(step, async () => {
      // The commands before have changed it.
      const now = count === 1 ? pull : await readPull(context, pull.number);
      return run(now, command);
    });
    if (problem !== undefined) problems.push(`- \`/${command.name}\`: ${problem}`);
  }
  return { isAccepted: problems.length < commands.length, problems };

  async function run(now: Pull, command: Command): Promise<string | undefined> {
    if (pull.isDraft && !isListed(drafts, command)) {
      return 'this repository does not take it on drafts. Mark the pull request as ready for review first.';
    }
    const { role, isForAuthor, isNotForAuthor, act } = commandTable[command.name];
    const isAuthor = login.toLowerCase() === pull.author.toLowerCase();
    if (isNotForAuthor && isAuthor) return 'the author of a pull request cannot give it.';
    if (!(isForAuthor && isAuthor) && !(await may(role))) {
      return `it is for ${roleTexts[role]}.`;
    }
    return act({ context, pull: now, command, login, writtenAt });
  }

  /** The problem of a command, or that it failed. */
  async function attempt(name: string, work: () => Promise<string | undefined>) {
    let problem: string | undefined;
    try {
      await log.step(name, async () => {
        problem = await work();
        return problem === undefined ? { outcome: 'done' } : { outcome: 'refused', problem };
      });
    } catch (error) {
      signal.throwIfAborted();
      problem = isFailure(error)
        ? `it failed: ${quote(error.message)}`
        : 'it failed. The log of this delivery has the reason.';
    }
    return problem;
  }
}

/** The configuration may write a command with or without its slash. An empty list is all commands. */
function isListed(list: boolean | readonly string[], { name }: Command): boolean {
  if (typeof list === 'boolean') return list;
  return list.length === 0 || list.some((each) => each.replace(/^\//, '').toLowerCase() === name);
}
