import { offline } from '#core/ai/provider-ids.ts';
import type { Uncommitted } from '#core/ai/task.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { committedTree, findUncommitted } from '../evidence/committed-tree.ts';
import type { Generation } from '../tables.ts';

type Needs = Pick<Platform, 'git' | 'trees' | 'log'>;

/** A repository as it is read: its commit and its files. */
export interface Obtained {
  readonly sha: string;
  readonly tree: Tree;
}

/** The commit that the repository is at now, without its files. Undefined: only a clone can tell. */
export async function currentCommit(
  { git }: Needs,
  generation: Generation,
  signal: AbortSignal,
): Promise<string | undefined> {
  const source = sourceOf(generation);
  // A code host that does not answer is asked once more, by the clone, whose error is shown.
  return git.resolve(source, { signal }).catch(() => undefined);
}

/** Clones, and keeps the tree for the steps that follow; a local repository is read in place. */
export async function obtain(
  needs: Needs,
  generation: Generation,
  signal: AbortSignal,
): Promise<Obtained> {
  const { git, trees } = needs;
  const { id, commit_sha } = generation;
  if (commit_sha !== null) {
    // A worker before this one had come so far.
    const storedTree = await openTree(needs, generation);
    if (storedTree) return { sha: commit_sha, tree: storedTree };
  }
  const checkout = await git.checkout(sourceOf(generation), { signal });
  const { sha, directory } = checkout;
  if (generation.repo_path !== null) {
    return { sha, tree: await openFolder(needs, directory, sha) };
  }
  try {
    await trees.keep(id, directory);
  } finally {
    await checkout.dispose();
  }
  const tree = await trees.open(id);
  if (tree) return { sha, tree };
  throw new Failure('unavailable', 'no_tree', 'The working tree was taken away');
}

/** The tree of a generation that has come past its clone. Undefined: it is gone. */
export async function openTree(
  needs: Pick<Platform, 'git' | 'trees'>,
  { id, repo_path, commit_sha }: Generation,
): Promise<Tree | undefined> {
  return repo_path === null ? needs.trees.open(id) : openFolder(needs, repo_path, commit_sha ?? '');
}

/** As it was committed, if git can tell. */
async function openFolder(
  { git, trees }: Pick<Platform, 'git' | 'trees'>,
  path: string,
  commit: string,
): Promise<Tree> {
  const hashes = await committedHashes({ git }, path, commit);
  return hashes ? committedTree(trees.at(path), hashes) : trees.at(path);
}

/** For the offline writer, which reads the folder itself. */
export async function uncommittedIn(
  { git, trees }: Pick<Platform, 'git' | 'trees'>,
  { repo_path, ai_provider }: Generation,
  commit: string,
): Promise<Uncommitted | null> {
  if (repo_path === null || ai_provider !== offline) return null;
  const hashes = await committedHashes({ git }, repo_path, commit);
  return hashes ? findUncommitted(trees.at(repo_path), commit, hashes) : null;
}

/** None: the folder was taken away meanwhile. Undefined: git cannot tell. */
export async function committedHashes(
  { git }: Pick<Platform, 'git'>,
  path: string,
  commit: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    return await git.hashes({ path }, commit);
  } catch (error) {
    if (isFailure(error, 'invalid')) return new Map();
    throw error;
  }
}

export function sourceOf({ repo_url, repo_path, branch, may_use_tokens }: Generation) {
  if (repo_path !== null) return { path: repo_path };
  const mayUseTokens = may_use_tokens;
  return { url: repo_url ?? '', mayUseTokens, ...(branch !== null && { ref: branch }) };
}
