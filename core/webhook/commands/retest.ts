import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { canBeMerged } from '../pulls/labels.ts';
import { requestChecks } from '../actions/request-checks.ts';
import { quote, quoteAll } from '../pulls/quote.ts';
import { titleCheck } from '../pulls/set-check.ts';
import type { CommandAction, CommandCall } from './read-commands.ts';

const text = z.catch(z.nullable(z.string()), null);
const shape = z.object({
  check_runs: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      status: text,
      completed_at: text,
      details_url: text,
      app: z.catch(z.nullable(z.object({ slug: text })), null),
    }),
  ),
});

type CheckRun = z.output<typeof shape>['check_runs'][number];

/** Ours: they are evaluated, not run. */
const own = new Set<string>([canBeMerged, titleCheck]);

/** Asks for check runs again: those of workflows by their job or run, others by themselves. */
export const retest: CommandAction = async (call) => {
  const { context, pull, command } = call;
  const path = context.settings.path;
  const place = checkRunsPath(path, pull.headSha);
  const all = (await context.scm.json(place, { shape })).check_runs;
  const custom = context.settings.customChecks.map(({ name }) => name);
  const runs = all.filter(({ name }) => !own.has(name) && !custom.includes(name));
  const names = [...new Set([...custom, ...runs.map(({ name }) => name)])];
  const hint = names.length === 0 ? 'There are none' : `There are ${quoteAll(names, 20)}`;
  if (command.text === '') {
    return `name the checks, as in \`/retest ${'name'}\`, or \`/retest all\`. ${hint}.`;
  }
  const chosenNames = wantedNames(command, names);
  const unknown = chosenNames.filter((name) => !names.includes(name));
  if (unknown.length > 0 || chosenNames.length === 0) {
    const which = unknown.length > 0 ? ` ${quoteAll(unknown)}` : '';
    return `the newest commit has no check run${which}. ${hint}.`;
  }
  const ours = custom.filter((name) => chosenNames.includes(name));
  if (ours.length > 0) await requestChecks(context, pull, ours);
  const problems: string[] = [];
  for (const [request, group] of requestsFor(path, runs, chosenNames)) {
    if (group.every((run) => wasRepeated(run, call))) continue;
    const problem = await ask(call, request, group);
    if (problem !== undefined) problems.push(problem);
  }
  return problems.length > 0 ? problems.join(' ') : undefined;
};

function checkRunsPath(path: string, sha: string): string {
  return `${path}/commits/${encodeURIComponent(sha)}/check-runs?per_page=100`;
}

/** Names hold spaces often: the whole text is tried first. */
function wantedNames({ text, words }: CommandCall['command'], names: readonly string[]): string[] {
  if (text.toLowerCase() === 'all') return [...names];
  return names.includes(text) ? [text] : [...new Set(words)];
}

/** Asked for again already, by an earlier run of this delivery. */
function wasRepeated({ status, completed_at: end }: CheckRun, { context, writtenAt }: CommandCall) {
  if (!context.delivery.isRepeated) return false;
  return status !== 'completed' || Date.parse(end ?? '') > Date.parse(writtenAt);
}

/** Paths to post to, with the check runs of each. The second job of a workflow run is refused while
 * the first one runs again: several are asked for by their run. */
function requestsFor(path: string, runs: readonly CheckRun[], chosenNames: readonly string[]) {
  const matches = runs.filter(({ name }) => chosenNames.includes(name));
  const groups = Map.groupBy(matches, (run) => {
    const workflow = workflowOf(run);
    return workflow
      ? `${path}/actions/runs/${workflow.run}/rerun`
      : `${path}/check-runs/${run.id}/rerequest`;
  });
  return [...groups].map(([request, group]) => {
    const [first] = group;
    const job = group.length === 1 && first ? workflowOf(first)?.job : undefined;
    return [job === undefined ? request : `${path}/actions/jobs/${job}/rerun`, group] as const;
  });
}

function workflowOf({ app, details_url: url }: CheckRun) {
  if (app?.slug !== 'github-actions') return undefined;
  const [, run, job] =
    /\/actions\/runs\/(\d{1,20})\/job\/(\d{1,20})(?:[?#]|$)/.exec(url ?? '') ?? [];
  return run !== undefined && job !== undefined ? { run, job } : undefined;
}

async function ask(
  { context, pull }: CommandCall,
  request: string,
  group: readonly CheckRun[],
): Promise<string | undefined> {
  // Whether the host took the request of which the answer was lost.
  const look = async () => {
    const path = checkRunsPath(context.settings.path, pull.headSha);
    const runs = (await context.scm.json(path, { shape })).check_runs;
    const isAsked = ({ name, status }: CheckRun) =>
      status !== 'completed' && group.some((run) => run.name === name);
    return runs.some(isAsked) ? {} : undefined;
  };
  try {
    await context.scm.call(request, { method: 'POST', look });
    return undefined;
  } catch (error) {
    if (!isFailure(error, 'upstream', 'forbidden') && !isFailure(error, 'unprocessable'))
      throw error;
    const names = quoteAll(group.map(({ name }) => name));
    return `${names} cannot run again now: ${quote(error.message)}.`;
  }
}
