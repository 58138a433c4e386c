import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

/** Content of a file, a folder, or an entry with an explicit mode (a symlink is 120000). */
export type TreeEntry = string | Uint8Array | Tree | { mode: string; content: string };
export interface Tree {
  readonly entries: readonly (readonly [name: string | Uint8Array, entry: TreeEntry])[];
}

export interface TestRepository {
  readonly directory: string;
  readonly name: string;
  /** Commits exactly this tree to the branch (default main); returns the SHA. */
  commit(tree: Record<string, TreeEntry> | Tree, branch?: string): string;
  git(...parameters: string[]): string;
}

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.test',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** The same as in the environment, which other commands of git use. */
const signature = 'A <a@example.test> 1767225600 +0000';

/** A bare repository written object by object, so that it may contain what git would refuse to add:
 * names such as `..` and `.git`, links to anywhere, a thousand folders that are one object. No process
 * is started for an object: a test makes hundreds. */
export function testRepository(root: string, name: string): TestRepository {
  const directory = join(root, name);
  mkdirSync(directory, { recursive: true });
  const run = (parameters: string[]) =>
    execFileSync('git', parameters, {
      cwd: directory,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    })
      .toString()
      .trim();
  const write = (type: string, content: string | Uint8Array) => {
    const body = Buffer.from(content as string);
    const object = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const sha = createHash('sha1').update(object).digest('hex');
    const file = join(directory, 'objects', sha.slice(0, 2), sha.slice(2));
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, deflateSync(object));
    return sha;
  };
  run(['init', '--quiet', '--bare', '--initial-branch=main', '--template=', '.']);

  function store(entry: TreeEntry): { mode: string; sha: string } {
    if (typeof entry === 'string' || entry instanceof Uint8Array) {
      return { mode: '100644', sha: write('blob', entry) };
    }
    if ('entries' in entry) return { mode: '40000', sha: storeTree(entry) };
    // A submodule is the id of a commit in another repository: it has no object here.
    if (entry.mode === '160000') return { mode: entry.mode, sha: entry.content };
    if (entry.mode === '40000') return { mode: entry.mode, sha: entry.content };
    return { mode: entry.mode, sha: write('blob', entry.content) };
  }

  function storeTree(tree: Tree): string {
    const parts = tree.entries.map(([entryName, entry]) => {
      const { mode, sha } = store(entry);
      const bytes = Buffer.from(entryName as string);
      const sortedBy = mode === '40000' ? Buffer.concat([bytes, Buffer.from('/')]) : bytes;
      const record = Buffer.concat([
        Buffer.from(`${mode} `),
        bytes,
        Buffer.from([0]),
        Buffer.from(sha, 'hex'),
      ]);
      return { sortedBy, record };
    });
    parts.sort((a, b) => Buffer.compare(a.sortedBy, b.sortedBy));
    return write('tree', Buffer.concat(parts.map(({ record }) => record)));
  }

  return {
    directory,
    name,
    git: (...parameters) => run(parameters),
    commit(tree, branch = 'main') {
      const whole = 'entries' in tree ? (tree as Tree) : folder(tree);
      const reference = join(directory, 'refs/heads', branch);
      const parent = existsSync(reference)
        ? [`parent ${readFileSync(reference, 'utf8').trim()}`]
        : [];
      const people = [`author ${signature}`, `committer ${signature}`];
      const lines = [`tree ${storeTree(whole)}`, ...parent, ...people, '', 'commit', ''];
      const sha = write('commit', lines.join('\n'));
      mkdirSync(dirname(reference), { recursive: true });
      writeFileSync(reference, `${sha}\n`);
      return sha;
    },
  };
}

export function folder(files: Record<string, TreeEntry>): Tree {
  return { entries: Object.entries(files) };
}

export function symlink(target: string): TreeEntry {
  return { mode: '120000', content: target };
}

export function submodule(sha = 'a'.repeat(40)): TreeEntry {
  return { mode: '160000', content: sha };
}
