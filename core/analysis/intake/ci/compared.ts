import * as z from 'zod/mini';
import { changesWithin, type RunChanges } from '../../base/schema/changes.ts';

const name = z.catch(z.string(), '');
/** What the code host answers for two commits; commits in their order, with at most 300 files. */
export const comparison = z.object({
  total_commits: z.catch(z.number(), 0),
  commits: z.array(
    z.object({
      sha: z.string(),
      commit: z.object({ message: name, author: z.catch(z.object({ name }), { name: '' }) }),
    }),
  ),
  files: z._default(z.array(z.object({ filename: z.string() })), []),
});

const maxFiles = 300;

/** Below the path of a repository. */
export function comparePath(base: string, head: string): string {
  return `/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
}

export function changesBetween(
  { commits, files, total_commits: total }: z.output<typeof comparison>,
  since: string,
): RunChanges {
  return changesWithin({
    since,
    commits: commits
      .map(({ sha: id, commit: { message, author } }) => ({ id, author: author.name, message }))
      .toReversed(),
    files: files.map(({ filename }) => filename),
    is_whole: total <= commits.length && files.length < maxFiles,
  });
}
