import { isOutage } from '#core/scm/refusal.ts';
import { isFailure } from '#core/platform/failure.ts';
import { count } from '#core/text/count.ts';
import { assignReviewers } from '../actions/assign-reviewers.ts';
import { setUp } from '../actions/set-up.ts';
import { allowTest } from './ok-to-test.ts';
import { evaluateNow } from '../merging/evaluate.ts';
import { onNewHead } from '../merging/new-head.ts';
import { permissions, refusalOf, type CommandName } from '../merging/permissions.ts';
import { type Judged, securityOverride } from '../merging/verdicts.ts';
import { skip, type HandlerContext } from '../pulls/context.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';
import {
  keepVerdict,
  setAutomerge,
  setHold,
  setVerified,
  setWip,
  verdictAction,
} from './label-commands.ts';
import type { Command, CommandAction } from './read-commands.ts';
import { rebase } from './rebase.ts';
import { retest } from './retest.ts';
import {
  addAllowedUsers,
  analyze,
  assignReviewer,
  retryCherryPicks,
  setCherryPicks,
} from './work-commands.ts';

export interface Request {
  readonly commands: readonly Command[];
  readonly login: string;
  readonly writtenAt: string;
  /** For a review: the commit that it is about, and the base branch. */
  readonly judged?: Judged | undefined;
}

export interface Outcome {
  /** Whether one of them was done. */
  readonly isAccepted: boolean;
  /** What its writer has to know or do, in markdown, one line each. */
  readonly problems: readonly string[];
}

const maxCommands = 10;

/** Runs the first commands in their order. One that fails leaves the others. */
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
  for (const command of commands.slice(0, maxCommands)) {
    const place = names.push(command.name);
    const before = names.slice(0, place - 1).filter((name) => name === command.name).length;
    const step = `command-${command.name}${before > 0 ? `-${before + 1}` : ''}`;
    const problem = await attempt(step, async () => {
      // The commands before have changed it.
      const now = place === 1 ? pull : await readPull(context, pull.number);
      return run(now, command);
    });
    if (problem !== undefined) problems.push(`- \`/${command.name}\`: ${problem}`);
  }
  const isAccepted = problems.length < names.length;
  const rest = commands.length - names.length;
  const text = count(rest, 'further command was', 'further commands were');
  if (rest > 0) problems.push(`- ${text} not run: at most ${maxCommands} of a comment are.`);
  return { isAccepted, problems };

  async function run(now: Pull, command: Command): Promise<string | undefined> {
    if (pull.isDraft && !isListed(drafts, command)) {
      return 'this repository does not accept it on drafts. Mark the pull request as ready for review first.';
    }
    const refusal = await refusalOf(context, pull, { name: command.name, login }, may);
    if (refusal !== undefined) return refusal;
    const act = commandTable[command.name];
    // The commands before are no change that their writer did not see.
    const isSame = now.headSha === pull.headSha && now.baseRef === pull.baseRef;
    const shown = isSame ? { ...now, updatedAt: pull.updatedAt } : now;
    return act({ context, pull: shown, command, login, writtenAt, judged });
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
      // It is tried again, with those behind it.
      if (isOutage(error)) throw error;
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

export const commandTable: Readonly<Record<CommandName, CommandAction>> = {
  wip: setWip,
  hold: setHold,
  verified: setVerified,
  lgtm: verdictAction('lgtm-'),
  approve: verdictAction('approved-'),
  automerge: setAutomerge,
  retest,
  'ok-to-test': allowTest,
  'cherry-pick': setCherryPicks,
  'cherry-pick-retry': retryCherryPicks,
  rebase,
  async 'assign-reviewers'({ context, pull }) {
    const { reviewers } = await assignReviewers(context, pull);
    context.log.info(`Reviews requested: ${reviewers.length}`);
    return undefined;
  },
  'assign-reviewer': assignReviewer,
  'add-allowed-user': addAllowedUsers,
  'security-override': async (call) => keepVerdict(call, securityOverride),
  async 'check-can-merge'({ context, pull }) {
    const { outcome, reasons } = await evaluateNow(context, pull.number);
    if (outcome === 'skipped') return 'only open pull requests that are not drafts are checked.';
    if (outcome === 'unknown') return 'it is not known yet. The check shows it in a moment.';
    if (reasons.length === 0) return undefined;
    return `it cannot be merged:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`;
  },
  async reprocess({ context, pull, writtenAt }) {
    // The event of the newest commits may be lost.
    await onNewHead(context, pull, { before: '', isChange: false, at: writtenAt });
    await setUp(context, pull, { isWelcomed: true });
    return undefined;
  },
  analyze,
};
