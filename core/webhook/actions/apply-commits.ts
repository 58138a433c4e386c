import * as z from 'zod/mini';
import { isFailure, unlessMissing } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';

const person = z.object({ name: z.string(), email: z.string(), date: z.string() });
const gitCommit = z.object({
  message: z.string(),
  author: person,
  parents: z.array(z.object({ sha: z.string() })),
});
const commitList = z.array(
  z.object({
    commit: z.object({ message: z.string() }),
    parents: z.array(z.object({ sha: z.string() })),
  }),
);
const shape = z.object({
  title: z.string(),
  merged: z.boolean(),
  merge_commit_sha: z.nullable(z.string()),
  commits: z.int(),
  // null: the account is deleted.
  user: z.nullable(z.object({ login: z.string() })),
});

/** What a merged pull request changed: the difference between two commits of its base branch. */
export interface Source {
  readonly number: number;
  readonly title: string;
  /** Who opened it; undefined: the account is deleted. */
  readonly login: string | undefined;
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
const maxRebased = 100;

/** Undefined: the pull request is not merged. */
export async function readSource(
  scm: Scm,
  path: string,
  number: number,
): Promise<Source | undefined> {
  const { title, merged, user, ...rest } = await scm.json(`${path}/pulls/${number}`, { shape });
  const sha = rest.merge_commit_sha;
  if (!merged || sha === null) return undefined;
  const commit = await scm.json(`${path}/git/commits/${sha}`, { shape: gitCommit });
  const parent = commit.parents[0]?.sha ?? '';
  const login = user?.login;
  const several = {
    number,
    title,
    login,
    sha,
    message: `${title} (#${number})`,
    author: undefined,
  };
  if (commit.parents.length > 1) return { ...several, parent, argument: `-m 1 ${sha}` };
  const first = await firstParent();
  if (first !== undefined) return { ...several, parent: first, argument: `${first}..${sha}` };
  const { message, author } = commit;
  return { number, title, login, sha, parent, message, author, argument: sha };

  /** Before the first of the commits that "rebase and merge" made. A squashed pull request has one
   * commit too, but not the message of the last one and those before it. */
  async function firstParent(): Promise<string | undefined> {
    const count = rest.commits;
    if (count < 2 || count > maxRebased) return undefined;
    const query = `per_page=${count}`;
    const own = await scm.json(`${path}/pulls/${number}/commits?${query}`, { shape: commitList });
    const newest = await scm.json(`${path}/commits?sha=${sha}&${query}`, { shape: commitList });
    const isRebased =
      newest.length === count &&
      newest.every(
        ({ commit: { message } }, at) => message === own[count - 1 - at]?.commit.message,
      );
    return isRebased ? newest.at(-1)?.parents[0]?.sha : undefined;
  }
}

const branchSchema = z.object({
  commit: z.object({
    sha: z.string(),
    commit: z.object({ message: z.string(), tree: z.object({ sha: z.string() }) }),
  }),
});

export interface Branch {
  readonly sha: string;
  readonly tree: string;
  readonly message: string;
}

const created = z.object({ sha: z.string() });
const merged = z.object({ commit: z.object({ tree: z.object({ sha: z.string() }) }) });

/** The end of the message of each commit that a cherry-pick makes. */
function trailerOf({ sha }: Source): string {
  return `(cherry picked from commit ${sha})`;
}

const temporary = 'Temporary commit of a cherry-pick';

export async function findBranch(
  scm: Scm,
  path: string,
  name: string,
): Promise<Branch | undefined> {
  const place = `${path}/branches/${refPath(name)}`;
  const answer = await unlessMissing(scm.json(place, { shape: branchSchema }));
  if (answer === undefined) return undefined;
  const { sha, commit } = answer.commit;
  return { sha, tree: commit.tree.sha, message: commit.message };
}

export type Applied = 'picked' | 'conflict' | 'empty' | 'foreign';

/**
 * Makes the branch `name`: the target with the changes of the source in one commit. Functions have no
 * git, so the code host merges. Its merge takes the difference to the common ancestor of two commits;
 * a temporary commit with the target's content and the source's parent makes that parent the common
 * ancestor, and the difference the source's changes. `foreign`: somebody else made the branch.
 */
export async function applyTo(
  scm: Scm,
  path: string,
  { source, target, name }: { source: Source; target: Branch; name: string },
): Promise<Applied> {
  const trailer = trailerOf(source);
  const earlier = await findBranch(scm, path, name);
  // An interrupted attempt begins again, a finished one is kept.
  if (earlier && !earlier.message.trimEnd().endsWith(trailer)) return 'foreign';
  if (earlier && !earlier.message.startsWith(temporary)) return 'picked';

  const message = `${temporary}\n\n${trailer}`;
  const base = await commit({ message, tree: target.tree, parents: [source.parent] });
  if (earlier) await move(base);
  else {
    const body = { ref: `refs/heads/${name}`, sha: base };
    const look = async () => ((await findBranch(scm, path, name))?.sha === base ? {} : undefined);
    await scm.call(`${path}/git/refs`, { method: 'POST', body, look });
  }

  const tree = await merge(message);
  if (tree === undefined || tree === target.tree) {
    await scm.call(`${path}/git/refs/heads/${refPath(name)}`, { method: 'DELETE' });
    return tree === undefined ? 'conflict' : 'empty';
  }
  const parents = [target.sha];
  const { author } = source;
  await move(await commit({ message: `${source.message}\n\n${trailer}`, tree, parents, author }));
  return 'picked';

  async function commit(body: Readonly<Record<string, unknown>>): Promise<string> {
    // A second commit object that no branch has does no harm.
    const options = { method: 'POST', body, mayRepeat: true, shape: created } as const;
    return (await scm.json(`${path}/git/commits`, options)).sha;
  }

  async function move(sha: string): Promise<void> {
    const to = `${path}/git/refs/heads/${refPath(name)}`;
    await scm.call(to, { method: 'PATCH', body: { sha, force: true } });
  }

  async function look() {
    const branch = await findBranch(scm, path, name);
    return branch && branch.sha !== base ? { commit: { tree: { sha: branch.tree } } } : undefined;
  }

  /** Undefined: a conflict. */
  async function merge(commit_message: string): Promise<string | undefined> {
    const body = { base: name, head: source.sha, commit_message };
    try {
      const options = { method: 'POST', body, look, shape: merged } as const;
      return (await scm.json(`${path}/merges`, options)).commit.tree.sha;
    } catch (error) {
      if (isFailure(error, 'conflict')) return undefined;
      throw error;
    }
  }
}

/** A branch in a path of the API: its slashes stay. */
function refPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}

/** Whether git takes the name for a branch (git check-ref-format). */
export function isBranchName(name: string): boolean {
  return (
    name.length <= 200 &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^@$|^[-/]|[/.]$/.test(name) &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}
