import { isFailure } from '#core/platform/failure.ts';
import type { HandlerContext } from '../handler.ts';
import { skip } from '../shared/current-pull.ts';
import { quote } from '../shared/quote.ts';
import { readPull, type Pull } from '../shared/read-pull.ts';
import type { Judged } from '../verdicts/save-verdict.ts';
import { commandTable } from './command-table.ts';
import { permissions, refusalOf } from './permissions.ts';
import type { Command } from './read-commands.ts';

export interface Request {
  readonly commands: readonly Command[];
  readonly login: string;
  readonly writtenAt: string;
  /** Of a review: the commit that it is about, and the base branch. */
  readonly judged?: Judged | undefined;
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
  { commands, login, writtenAt, judged }: Request,
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
    const refusal = await refusalOf(context, pull, { name: command.name, login }, may);
    if (refusal !== undefined) return refusal;
    const act = commandTable[command.name];
    return act({ context, pull: now, command, login, writtenAt, judged });
  }

  /** The problem of a command, or that it failed. */
  async function attempt(name: string, work: () => Promise<string | undefined>) {
    try {
      const { problem } = await log.step(name, async () => {
        const reason = await work();
        return reason === undefined
          ? { outcome: 'done', problem: undefined }
          : { outcome: 'refused', problem: reason };
      });
      return problem;
    } catch (error) {
      signal.throwIfAborted();
      return isFailure(error)
        ? `it failed: ${quote(error.message)}`
        : 'it failed. The log of this delivery has the reason.';
    }
  }
}

/** The configuration may write a command with or without its slash. An empty list is all commands. */
function isListed(list: boolean | readonly string[], { name }: Command): boolean {
  if (typeof list === 'boolean') return list;
  return list.length === 0 || list.some((each) => each.replace(/^\//, '').toLowerCase() === name);
}
