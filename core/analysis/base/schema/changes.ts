import * as z from 'zod/mini';

/** What changed between the last run of a job that passed and a later one. */
export const runChanges = z.object({
  /** How people know that run: `#41`, or the beginning of its commit. */
  since: z.string(),
  /** The newest first; of the message the first line. */
  commits: z.array(z.object({ id: z.string(), author: z.string(), message: z.string() })),
  /** Paths in the repository. */
  files: z.array(z.string()),
  /** False: there are more. */
  is_whole: z.boolean(),
});
export type RunChanges = z.output<typeof runChanges>;

const most = { commits: 50, files: 200, text: 200, path: 300 };

/** Within the limits of a row. A path that is too long is left out: cut, it would be another file's. */
export function changesWithin({ since, commits, files, is_whole }: RunChanges): RunChanges {
  const all = new Set(files);
  const paths = [...all].filter(({ length }) => length <= most.path).slice(0, most.files);
  const firstLine = (text: string) =>
    (/\S[^\r\n]*/.exec(text)?.[0] ?? '').slice(0, most.text).trimEnd().toWellFormed();
  return {
    since: firstLine(since),
    commits: commits.slice(0, most.commits).map(({ id, author, message }) => ({
      id: firstLine(id),
      author: firstLine(author),
      message: firstLine(message),
    })),
    files: paths.map((path) => path.toWellFormed()),
    is_whole: is_whole && commits.length <= most.commits && paths.length === all.size,
  };
}
