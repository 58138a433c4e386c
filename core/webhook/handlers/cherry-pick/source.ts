import * as z from 'zod/mini';
import type { Scm } from '#core/scm/client.ts';

const person = z.object({ name: z.string(), email: z.string(), date: z.string() });
const gitCommit = z.object({
  message: z.string(),
  author: person,
  parents: z.array(z.object({ sha: z.string() })),
});
const listed = z.array(
  z.object({
    commit: z.object({ message: z.string() }),
    parents: z.array(z.object({ sha: z.string() })),
  }),
);
const pull = z.object({
  title: z.string(),
  merged: z.boolean(),
  merge_commit_sha: z.nullable(z.string()),
  commits: z.int(),
});

/** What a merged pull request changed: the difference between two commits of its base branch. */
export interface Source {
  readonly number: number;
  readonly title: string;
  /** The commit that the merge made last. */
  readonly sha: string;
  /** The base branch before the merge. */
  readonly parent: string;
  /** For the new commit. */
  readonly message: string;
  /** Undefined: of several people. */
  readonly author: z.output<typeof person> | undefined;
  /** For `git cherry-pick`, after `-x`. */
  readonly argument: string;
}

/** A page of the list of commits. */
const mostRebased = 100;

/** Undefined: the pull request is not merged. */
export async function readSource(
  scm: Scm,
  path: string,
  number: number,
): Promise<Source | undefined> {
  const { title, merged, ...rest } = pull.parse(await scm.json(`${path}/pulls/${number}`));
  const sha = rest.merge_commit_sha;
  if (!merged || sha === null) return undefined;
  const commit = gitCommit.parse(await scm.json(`${path}/git/commits/${sha}`));
  const parent = commit.parents[0]?.sha ?? '';
  const several = { number, title, sha, message: `${title} (#${number})`, author: undefined };
  if (commit.parents.length > 1) return { ...several, parent, argument: `-m 1 ${sha}` };
  const first = await firstParent();
  if (first !== undefined) return { ...several, parent: first, argument: `${first}..${sha}` };
  const { message, author } = commit;
  return { number, title, sha, parent, message, author, argument: sha };

  /** Before the first of the commits that "rebase and merge" made. A squashed pull request has one
   * commit too, but not the message of the last one and those before it. */
  async function firstParent(): Promise<string | undefined> {
    const count = rest.commits;
    if (count < 2 || count > mostRebased) return undefined;
    const query = `per_page=${count}`;
    const own = listed.parse(await scm.json(`${path}/pulls/${number}/commits?${query}`));
    const made = listed.parse(await scm.json(`${path}/commits?sha=${sha}&${query}`));
    const isRebased =
      made.length === count &&
      made.every(({ commit: { message } }, at) => message === own[count - 1 - at]?.commit.message);
    return isRebased ? made.at(-1)?.parents[0]?.sha : undefined;
  }
}
