import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { codeBlock } from '#core/text/code-span.ts';
import { markerOf, putComment } from '#core/scm/comments.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { quote } from '../pulls/quote.ts';
import { applyTo, isBranchName, findBranch, readSource, type Source } from './apply-commits.ts';

const assigneesOf = z.object({ assignees: z.array(z.object({ login: z.string() })) });
const pullEntry = z.object({
  number: z.int(),
  state: z.string(),
  ...assigneesOf.shape,
});
const maxTitleLength = 250;

/**
 * Opens a pull request that applies a merged one to another branch. What is in the way is said in a
 * comment. Repeated: the pull request and the comment that exist are left as they are.
 */
export async function cherryPick(
  context: HandlerContext,
  { number }: { readonly number: number },
  branch: string,
): Promise<void> {
  const { scm, log, settings, isDryRun } = context;
  const path = settings.path;
  await log.step(`cherry-pick-${branch}`, async () => {
    const source = await readSource(scm, path, number);
    if (!source) return { branch, outcome: 'not merged' };
    if (isDryRun) return { branch, outcome: 'would be picked' };
    const outcome = await pick(context, path, source, branch);
    if (typeof outcome === 'number') return { branch, outcome: 'opened', pull_request: outcome };
    const key = `cherry-pick:${branch}`;
    await putComment(scm, { path, number, key }, textOf(outcome, source, branch));
    return { branch, outcome };
  });
}

type Context = Pick<HandlerContext, 'scm' | 'log'>;
type Problem = 'no branch' | 'conflict' | 'empty' | 'foreign';

/** The number of the pull request, or what is in the way. */
async function pick(
  context: Context,
  path: string,
  source: Source,
  branch: string,
): Promise<number | Problem> {
  const { scm } = context;
  const target = isBranchName(branch) ? await findBranch(scm, path, branch) : undefined;
  if (!target) return 'no branch';
  const name = nameOf(source, branch);
  const owner = path.split('/')[2] ?? '';
  const query = new URLSearchParams({ head: `${owner}:${name}`, base: branch, state: 'all' });
  const findPull = async () =>
    (await scm.json(`${path}/pulls?${query.toString()}`, { shape: z.array(pullEntry) }))[0];
  const earlier = await findPull();
  if (earlier) return assigned(context, path, source, earlier);

  const applied = await applyTo(scm, path, { source, target, name });
  if (applied !== 'picked') return applied;
  const body = {
    title: titleOf(source, branch).slice(0, maxTitleLength).toWellFormed(),
    body: `Cherry-pick of #${source.number} to ${quote(branch)}.\n\n${markerOf('cherry-pick')}`,
    head: name,
    base: branch,
  };
  const options = { method: 'POST', body, look: findPull, shape: pullEntry } as const;
  return assigned(context, path, source, await scm.json(`${path}/pulls`, options));
}

/** The author of the change looks after it. Somebody who cannot be assigned is not, which the log says. */
async function assigned(
  { scm, log }: Context,
  path: string,
  { login }: Source,
  pull: z.output<typeof pullEntry>,
): Promise<number> {
  const { number } = pull;
  if (login === undefined || pull.state !== 'open' || pull.assignees.length > 0) return number;
  const options = { method: 'POST', body: { assignees: [login] }, mayRepeat: true } as const;
  const answer = await scm
    .json(`${path}/issues/${number}/assignees`, options)
    .catch((error: unknown) => {
      if (!isFailure(error, 'unprocessable')) throw error;
    });
  // The host leaves people out without a word.
  const assignees = assigneesOf.safeParse(answer).data?.assignees ?? [];
  if (assignees.length === 0) log.warning(`${login} cannot be assigned to #${number}`);
  return number;
}

/** `[v1.0] Add a line`; after the type of a conventional title, which has to come first. */
function titleOf({ title }: Source, branch: string): string {
  const [type = ''] = /^[A-Za-z][\w-]{0,49}(?:\([^()\r\n]{1,100}\))?!?: /.exec(title) ?? [];
  return `${type}[${branch}] ${title.slice(type.length)}`;
}

function nameOf({ number }: Source, branch: string): string {
  return `cherry-pick-${number}-to-${branch}`;
}

function textOf(problem: Problem, source: Source, branch: string): string {
  const to = quote(branch);
  if (problem === 'no branch') {
    return `This pull request was not cherry-picked: there is no branch ${to}. Create the branch, then comment \`/cherry-pick\` with its name.`;
  }
  if (problem === 'empty') return `The branch ${to} already has the changes of this pull request.`;
  const name = nameOf(source, branch);
  if (problem === 'foreign') {
    return `This pull request was not cherry-picked to ${to}: the branch ${quote(name)} exists and has other commits. Open a pull request from it, or delete it and comment \`/cherry-pick\` again.`;
  }
  const commands = [
    'git fetch origin',
    `git switch --create ${quoted(name)} ${quoted(`origin/${branch}`)}`,
    `git cherry-pick -x ${source.argument}`,
    '# resolve the conflicts, and git add the files',
    'git cherry-pick --continue',
    `git push origin ${quoted(`HEAD:refs/heads/${name}`)}`,
  ];
  return `The changes conflict with the branch ${to}. Cherry-pick them by hand:\n\n${codeBlock('sh', commands.join('\n'))}`;
}

/** For a shell: git allows `$(…)`, `;` and quotes in the names of branches. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
