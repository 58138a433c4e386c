import { isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import { readPullRequest, type PullRequestName } from '#core/scm/pull-request.ts';
import { readContent } from '#core/scm/read-content.ts';

/** In the order of lookup: each group first in a checkout, then on the code host. */
export const instructionPaths = [['CLAUDE.md', '.claude/CLAUDE.md'], ['AGENTS.md']] as const;

/** The instructions of the repository at the commit that the pull request is based on: its own
 * commits could tell the reviewer what to overlook. Undefined: there are none, or the host does not
 * answer. */
export async function readInstructions(
  scm: Scm,
  name: PullRequestName,
  paths: readonly string[] = instructionPaths.flat(),
): Promise<string | undefined> {
  try {
    const { baseSha, baseRef } = await readPullRequest(scm, name);
    for (const path of paths) {
      const text = await readContent(scm, name, { path, commit: baseSha || baseRef });
      if (text !== undefined) return text;
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
  return undefined;
}
