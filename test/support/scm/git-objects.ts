import { execFileSync, spawnSync } from 'node:child_process';
import type { TestRepository } from '#test/support/git/git-repository.ts';
import type { HostRepository } from './state.ts';

// Commits and merges of a repository that real git keeps. Branches are those of the host's state.

const stores = new WeakMap<HostRepository, TestRepository>();

export interface GitCommit {
  readonly sha: string;
  readonly message: string;
  readonly tree: { readonly sha: string };
  readonly parents: readonly { readonly sha: string }[];
  readonly author: { readonly name: string; readonly email: string; readonly date: string };
}

/** Lets the host serve the commits of `store`, and its branches. */
export function useGit(repository: HostRepository, store: TestRepository): void {
  stores.set(repository, store);
  for (const line of store.git('branch', '--format=%(refname:short) %(objectname)').split('\n')) {
    const [name = '', sha = ''] = line.split(' ');
    repository.branches.set(name, sha);
  }
}

/** Undefined: there is no such commit, or the repository has no objects. */
export function readCommit(repository: HostRepository, sha: string): GitCommit | undefined {
  const store = stores.get(repository);
  if (!store || !/^[0-9a-f]{40}$/.test(sha)) return undefined;
  try {
    const format = '--format=%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%B';
    const line = store.git('show', '--no-patch', format, sha);
    const [, tree = '', parents = '', name = '', email = '', date = '', message = ''] =
      line.split('\0');
    return {
      ...{ sha, message: message.trimEnd(), tree: { sha: tree } },
      parents: parents.split(' ').flatMap((parent) => (parent ? [{ sha: parent }] : [])),
      author: { name, email, date },
    };
  } catch {
    return undefined;
  }
}

interface NewCommit {
  readonly message: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author?: GitCommit['author'];
}

/** Undefined: the tree or a parent is missing. */
export function writeCommit(repository: HostRepository, commit: NewCommit): GitCommit | undefined {
  const store = stores.get(repository);
  if (!store) return undefined;
  const {
    name = 'Host',
    email = 'host@example.test',
    date = '2026-03-01T12:00:00Z',
  } = commit.author ?? {};
  const variables = { NAME: name, EMAIL: email, DATE: date };
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) =>
      Object.entries(variables).map(([key, value]) => [`GIT_${who}_${key}`, value]),
    ),
  );
  const parents = commit.parents.flatMap((parent) => ['-p', parent]);
  try {
    const words = ['commit-tree', commit.tree, ...parents, '-m', commit.message];
    const options = { cwd: store.directory, env: { ...process.env, ...env }, stdio: 'pipe' };
    const sha = execFileSync('git', words, options as object).toString();
    return readCommit(repository, sha.trim());
  } catch {
    return undefined;
  }
}

/** The tree of the merge; null: they conflict. */
export function mergedTree(repository: HostRepository, ours: string, theirs: string) {
  const cwd = stores.get(repository)?.directory;
  const words = ['merge-tree', '--write-tree', ours, theirs];
  const { status, stdout } = spawnSync('git', words, { cwd });
  return status === 0 ? stdout.toString().trim() : null;
}

export function isAncestor(repository: HostRepository, older: string, newer: string): boolean {
  const cwd = stores.get(repository)?.directory;
  return spawnSync('git', ['merge-base', '--is-ancestor', older, newer], { cwd }).status === 0;
}

/** From the newest. */
export function history(repository: HostRepository, sha: string, count: number): GitCommit[] {
  const list = stores.get(repository)?.git('rev-list', `--max-count=${count}`, sha) ?? '';
  return list.split('\n').flatMap((each) => readCommit(repository, each) ?? []);
}

/** As the comparison of two commits has it: the oldest first, 250 at most, and at most 300 files. */
export function compared(repository: HostRepository, range: string) {
  const store = stores.get(repository);
  const [from = '', to = ''] = range.split('...');
  if (!store || !readCommit(repository, from) || !readCommit(repository, to)) return undefined;
  const all = store.git('rev-list', '--reverse', `${from}..${to}`).split('\n').filter(Boolean);
  const files = store.git('diff', '--name-only', range).split('\n').filter(Boolean);
  return {
    total_commits: all.length,
    commits: all.slice(0, 250).map((sha) => {
      const { message, author } = readCommit(repository, sha) as GitCommit;
      return { sha, commit: { message, author } };
    }),
    files: files.slice(0, 300).map((filename) => ({ filename, status: 'modified' })),
  };
}
