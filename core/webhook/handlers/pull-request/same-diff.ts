import { isFailure } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../handler.ts';
import type { Pull } from '../shared/read-pull.ts';

const commitId = /^[0-9a-f]{40,64}$/;

/** Whether the pull request changes the same as it did at an earlier commit: it was only rebased, or
 * got the newest commits of its base branch. In doubt it does not. */
export async function hasSameDiff(
  context: Pick<HandlerContext, 'scm'>,
  pull: Pull,
  before: string,
): Promise<boolean> {
  if (!commitId.test(before)) return false;
  const [earlier, now] = await Promise.all([
    diffAt(context, pull, before),
    diffAt(context, pull, pull.headSha),
  ]);
  return earlier !== undefined && now !== undefined && essence(earlier) === essence(now);
}

/** Against the base branch. Undefined: the commit is gone, or the diff is too large for the host. */
async function diffAt(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, baseRef }: Pull,
  commit: string,
) {
  const range = `${encodeURIComponent(baseRef)}...${commit}`;
  try {
    const accept = 'application/vnd.github.diff';
    return (await scm.call(`${repositoryPath(name)}/compare/${range}`, { accept })).text;
  } catch (error) {
    if (isFailure(error, 'missing') || isFailure(error, 'upstream', 'not_acceptable')) {
      return undefined;
    }
    throw error;
  }
}

/** Like `git patch-id`, line numbers and blobs do not count; the blobs of a binary file are all that
 * the diff says of it, so they do. */
function essence(diff: string): string {
  return diff.replace(/^index .*\n(?!Binary files )/gm, '').replace(/^@@ -\S+ \+\S+ @@.*$/gm, '@@');
}
