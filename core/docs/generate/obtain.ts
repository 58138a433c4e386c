import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
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
  { git, trees }: Needs,
  generation: Generation,
  signal: AbortSignal,
): Promise<Obtained> {
  const { id, commit_sha } = generation;
  if (commit_sha !== null) {
    // A worker before this one had come so far.
    const storedTree = await openTree({ trees }, generation);
    if (storedTree) return { sha: commit_sha, tree: storedTree };
  }
  const checkout = await git.checkout(sourceOf(generation), { signal });
  const { sha, directory } = checkout;
  if (generation.repo_path !== null) return { sha, tree: trees.at(directory) };
  try {
    await trees.keep(id, directory);
  } finally {
    await checkout.dispose();
  }
  const tree = await openTree({ trees }, generation);
  if (tree) return { sha, tree };
  throw new Failure('unavailable', 'no_tree', 'The working tree was taken away');
}

/** The tree of a generation that has come past its clone. Undefined: it is gone. */
export async function openTree(
  { trees }: Pick<Platform, 'trees'>,
  { id, repo_path }: Generation,
): Promise<Tree | undefined> {
  return repo_path === null ? trees.open(id) : trees.at(repo_path);
}

export function sourceOf({ repo_url, repo_path, branch, may_use_tokens }: Generation) {
  if (repo_path !== null) return { path: repo_path };
  const mayUseTokens = may_use_tokens;
  return { url: repo_url ?? '', mayUseTokens, ...(branch !== null && { ref: branch }) };
}
