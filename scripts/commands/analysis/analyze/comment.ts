import type { Environment } from '#core/platform/ports/environment.ts';
import { putComment } from '#core/scm/comments.ts';
import { repositoryPath, type PullRequestName } from '#core/scm/pull-request.ts';
import { usage } from '../../line/group.ts';
import { openScm } from '../../line/open-scm.ts';
import type { Shell } from '../../line/shell.ts';

const word = /^([\w-]{1,100})\/(?!\.{1,2}#)([\w.-]{1,100})#([1-9]\d{0,8})$/;

/** The pull request that `--comment` names, or with `auto` that of the pipeline. Undefined: a run of none. */
export function pullToComment(value: string, variables: Environment): PullRequestName | undefined {
  const { GITHUB_REPOSITORY = '', GITHUB_REF = '' } = variables;
  const [, own] = /^refs\/pull\/(\d+)\//.exec(GITHUB_REF) ?? [];
  if (value === 'auto' && own === undefined) return undefined;
  const text = value === 'auto' ? `${GITHUB_REPOSITORY}#${own}` : value;
  const [, owner = '', repo = '', number = ''] = word.exec(text) ?? [];
  if (number === '') throw usage('--comment must be auto or a pull request such as acme/shop#7');
  return { owner, repo, number };
}

/** Writes the result on the pull request, in one comment for each job, which the next run changes. */
export async function commentOn(
  { variables, stderr }: Pick<Shell, 'variables' | 'stderr'>,
  pull: PullRequestName | undefined,
  { job, text }: { readonly job: string; readonly text: string },
): Promise<void> {
  if (!pull) return void stderr.write('No comment: this run does not belong to a pull request.\n');
  const { scm } = await openScm(variables, { directory: '.', via: undefined });
  const place = { path: repositoryPath(pull), number: Number(pull.number) };
  await putComment(scm, { ...place, key: `analysis of ${job}` }, text);
}
