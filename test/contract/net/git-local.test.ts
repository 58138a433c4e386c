import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  lstatSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { netGit } from '#core/platform/adapters/net/git/git.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostileTags, newestTags } from '#test/contract/git-suite.ts';

let root: string;
const clock = { now: () => new Date(), sleep: async () => {} };

function open(roots: string[] = [], environment: Environment = { PATH: '/nonexistent' }) {
  return netGit({
    allowPrivate: false,
    roots,
    directory: join(root, 'clones'),
    clock,
    log: () => {},
    // No git, no ssh: the commit of a local repository is read without starting anything.
    environment,
  });
}

function git(directory: string, ...parameters: string[]): string {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.test'];
  return execFileSync('git', [...identity, ...parameters], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
    .toString()
    .trim();
}

function workingTree(name = 'repository', ...options: string[]): string {
  const directory = join(root, name);
  mkdirSync(directory, { recursive: true });
  git(directory, 'init', '--quiet', '--initial-branch=main', '--template=', ...options);
  writeFileSync(join(directory, 'a.txt'), 'a');
  git(directory, 'add', '.');
  git(directory, 'commit', '--quiet', '-m', 'one');
  return directory;
}

/** Leaves a file where it is run. */
function hostileProgram() {
  const [canary, program] = [join(root, 'canary'), join(root, 'program')];
  writeFileSync(program, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
  return { canary, program };
}

beforeEach(async () => {
  root = (await temporaryFolder()).path;
});

describe('local repositories: which commit', () => {
  const states: [string, (directory: string) => string][] = [
    ['a branch', (directory) => directory],
    ['a detached HEAD', (directory) => (git(directory, 'checkout', '-q', '--detach'), directory)],
    ['packed refs', (directory) => (git(directory, 'pack-refs', '--all', '--prune'), directory)],
    [
      'a loose ref newer than the packed one',
      (directory) => {
        git(directory, 'pack-refs', '--all', '--prune');
        git(directory, 'commit', '-q', '--allow-empty', '-m', 'two');
        return directory;
      },
    ],
    [
      'a linked worktree',
      (directory) => {
        git(directory, 'worktree', 'add', '-q', '-b', 'side', '../side');
        git(join(root, 'side'), 'commit', '-q', '--allow-empty', '-m', 'side');
        return join(root, 'side');
      },
    ],
    [
      'a repository whose .git lies elsewhere',
      (directory) => {
        git(directory, 'init', '-q', `--separate-git-dir=${join(root, 'elsewhere')}`);
        return directory;
      },
    ],
    [
      'a path through a symlink',
      (directory) => {
        symlinkSync(directory, join(root, 'link'));
        return join(root, 'link');
      },
    ],
  ];

  it.each(states)('%s', async (_case, change) => {
    const path = change(workingTree());
    const expected = git(path, 'rev-parse', 'HEAD');
    const look = () =>
      readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => `${name} ${lstatSync(join(path, name)).mtimeMs}`)
        .sort();
    const before = look();
    const checkout = await open().checkout({ path });
    expect(checkout.sha).toBe(expected);
    expect(checkout.directory).toBe(realpathSync(path));
    expect(await open().resolve({ path })).toBe(expected);
    await checkout.dispose();
    expect(look()).toEqual(before);
  });
});

it.each([
  ['loose', []],
  ['packed', ['pack-refs', '--all', '--prune']],
])('a repository with SHA-256 is refused with the reason: %s', async (_case, command) => {
  const path = workingTree('sha256', '--object-format=sha256');
  if (command.length > 0) git(path, ...command);
  const failure = await expectFailure(open().checkout({ path }), 'invalid', 'not_a_repository');
  expect(failure.message).toContain('SHA-256');
});

describe('local repositories: tags', () => {
  const commit = (path: string, name: string) => git(path, 'rev-parse', `${name}^{commit}`);

  it('from their files, loose and packed, in a linked worktree, without hostile names (S9)', async () => {
    const path = workingTree();
    for (const name of newestTags.slice(0, 6)) git(path, 'tag', name);
    git(path, 'tag', '-m', 'annotated', 'v20.0.0');
    git(path, 'pack-refs', '--all', '--prune');
    git(path, 'commit', '-q', '--allow-empty', '-m', 'two');
    for (const name of newestTags.slice(6)) git(path, 'tag', name);
    git(path, 'tag', '-m', 'annotated', 'v21.0.0');
    for (const name of hostileTags) git(path, 'update-ref', `refs/tags/${name}`, 'HEAD');
    git(path, 'worktree', 'add', '-q', '-b', 'side', '../side');
    const names = ['v21.0.0', 'v20.0.0', ...newestTags];
    const tags = names.map((name) => ({ name, commit: commit(path, name) }));
    expect(await open().tags({ path })).toEqual(tags);
    expect(await open().tags({ path: join(root, 'side') })).toEqual(tags);
  });

  it('an object in a pack has no known commit; a file that is no id is no tag (S3)', async () => {
    const path = workingTree();
    const tags = join(path, '.git', 'refs', 'tags');
    git(path, 'tag', '-m', 'annotated', 'v2.0');
    const id = git(path, 'rev-parse', 'v2.0');
    git(path, 'gc', '-q', '--prune=now');
    writeFileSync(join(tags, 'v2.0'), id);
    writeFileSync(join(tags, 'v3.0'), 'root:x:0:0');
    symlinkSync('/dev/zero', join(tags, 'v4.0'));
    symlinkSync('/etc', join(tags, 'v5.0'));
    expect(await open().tags({ path })).toEqual([{ name: 'v2.0', commit: null }]);
    expect(await open([join(root, 'other')]).tags({ path })).toEqual([]);
    expect(await open().tags({ path: '/nonexistent' })).toEqual([]);
  });
});

describe('local repositories: hashes of files at a commit', () => {
  const hashes = (path: string, commit: string, roots: string[] = []) =>
    open(roots, { PATH: process.env['PATH'] }).hashes({ path }, commit);

  it('are those that were committed, loose, packed and in a linked worktree', async () => {
    const path = workingTree('with: "quote"');
    const names = ['a.txt', 'b c.txt', 'ü:1\n.txt', 'deep/er/x', '-o', '$(id)'];
    for (const name of names) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), `of ${name}`);
    }
    git(path, 'add', '.');
    git(path, 'commit', '-q', '-m', 'two');
    const commit = git(path, 'rev-parse', 'HEAD');
    const committed = new Map(names.map((name) => [name, git(path, 'rev-parse', `HEAD:${name}`)]));
    writeFileSync(join(path, 'a.txt'), 'changed');
    writeFileSync(join(path, 'staged'), 'staged');
    git(path, 'add', 'staged');
    expect(await hashes(path, commit)).toEqual(committed);
    git(path, 'worktree', 'add', '-q', '-b', 'side', '../side');
    git(path, 'gc', '-q', '--prune=now');
    expect(await hashes(join(root, 'side'), commit)).toEqual(committed);
    expect(readdirSync(join(root, 'clones'))).toEqual([]);
  });

  it('are none of another commit, outside the roots, or without git', async () => {
    const path = workingTree();
    const commit = git(path, 'rev-parse', 'HEAD');
    await expectFailure(hashes(path, '--help'), 'upstream', 'unreadable_commit');
    await expectFailure(hashes(path, '0'.repeat(40)), 'upstream', 'unreadable_commit');
    expect(await open().hashes({ path }, commit)).toBeUndefined();
    const outside = hashes(path, commit, [join(root, 'other')]);
    await expectFailure(outside, 'invalid', 'outside_roots');
  });

  it('run nothing that the configuration names, and ask no remote (S3)', async () => {
    const path = workingTree();
    const { canary, program } = hostileProgram();
    const commit = git(path, 'rev-parse', 'HEAD');
    const missing = git(path, 'rev-parse', 'HEAD^{tree}');
    const programs = ['fsmonitor', 'sshCommand', 'pager', 'alternateRefsCommand'];
    for (const name of programs) git(path, 'config', `core.${name}`, program);
    git(path, 'config', 'extensions.partialClone', 'origin');
    git(path, 'config', 'remote.origin.promisor', 'true');
    git(path, 'config', 'remote.origin.url', `ext::${program}`);
    git(path, 'config', 'protocol.ext.allow', 'always');
    rmSync(join(path, '.git', 'objects', missing.slice(0, 2), missing.slice(2)));
    await expectFailure(hashes(path, commit), 'upstream', 'unreadable_commit');
    expect(existsSync(canary)).toBe(false);
    // The same, asked in the repository itself, runs the program.
    expect(() => git(path, 'cat-file', '-e', missing)).toThrow();
    expect(existsSync(canary)).toBe(true);
  });
});

describe('local repositories: refusals (S2)', () => {
  it.each([
    ['a NUL', '/tmp\0/x', 'bad_path'],
    ['a URL', 'file:///etc', 'bad_path'],
    ['absent', '/nonexistent/repository', 'bad_path'],
    ['no repository', '/', 'not_a_repository'],
    ['a file', '/etc/passwd', 'not_a_repository'],
  ])('%s', async (_case, path, code) => {
    await expectFailure(open().check({ path }), 'invalid', code);
    await expectFailure(open().checkout({ path }), 'invalid', code);
    await expectFailure(open().resolve({ path }), 'invalid', code);
  });

  it('a folder inside a working tree is none itself', async () => {
    const path = join(workingTree(), 'below');
    mkdirSync(path);
    await expectFailure(open().checkout({ path }), 'invalid', 'not_a_repository');
  });

  it('anything outside the allowed roots, by whatever way', async () => {
    const inside = workingTree('roots/inside');
    const outside = workingTree('outside');
    const sibling = workingTree('roots-not');
    const roots = [join(root, 'roots'), join(root, 'other-root')];
    symlinkSync(outside, join(root, 'roots', 'way-out'));
    symlinkSync(inside, join(root, 'way-in'));
    const git = open(roots);
    expect((await git.checkout({ path: inside })).directory).toBe(inside);
    expect((await git.checkout({ path: join(root, 'way-in') })).directory).toBe(inside);
    const refused = [
      outside,
      sibling,
      root,
      '/',
      join(root, 'roots', 'way-out'),
      `${root}/roots/../outside`,
      `${root}/roots/inside/../../outside`,
      '/nonexistent/whatever',
    ];
    for (const path of refused) {
      await expectFailure(git.check({ path }), 'invalid', 'outside_roots');
      await expectFailure(git.checkout({ path }), 'invalid', 'outside_roots');
    }
    const absent = join(root, 'roots', 'absent');
    await expectFailure(git.checkout({ path: absent }), 'invalid', 'bad_path');
  });
});

describe('local repositories: hostile .git (S3)', () => {
  it('nothing in its configuration is run', async () => {
    const path = workingTree();
    const { canary, program } = hostileProgram();
    git(path, 'config', 'core.fsmonitor', program);
    git(path, 'config', 'core.hooksPath', root);
    git(path, 'config', 'filter.x.smudge', program);
    const checkout = await open([], { PATH: process.env['PATH'] }).checkout({ path });
    expect(checkout.sha).toMatch(/^[0-9a-f]{40}$/);
    expect(existsSync(canary)).toBe(false);
  });

  const heads: [string, string][] = [
    ['a ref that leads outside', 'ref: refs/../../../outside'],
    ['a ref outside refs', 'ref: /etc/passwd'],
    ['a ref to a file that is none', 'ref: ../a.txt'],
    ['a ref to itself', 'ref: refs/heads/loop'],
    ['a commit and more', `${'a'.repeat(40)}b`],
  ];

  it.each(heads)('HEAD holds %s', async (_case, head) => {
    const path = workingTree();
    writeFileSync(join(path, '.git', 'HEAD'), head);
    writeFileSync(join(path, '.git', 'refs', 'heads', 'loop'), 'ref: refs/heads/loop\n');
    writeFileSync(join(root, 'outside'), 'f'.repeat(40));
    const failure = await expectFailure(open().checkout({ path }), 'invalid');
    expect(failure.message).not.toMatch(/root:|ffff/);
  });

  it.each([
    ['a pipe', (place: string) => void execFileSync('mkfifo', [place])],
    ['a folder', (place: string) => void mkdirSync(place)],
    ['endless', (place: string) => symlinkSync('/dev/zero', place)],
  ])('HEAD is %s', async (_case, make) => {
    const path = workingTree();
    const place = join(path, '.git', 'HEAD');
    rmSync(place);
    make(place);
    await expectFailure(open().checkout({ path }), 'invalid');
  });

  it.each(['gitdir: /nonexistent', 'gitdir: /etc/passwd', 'hello', '', 'gitdir: \0'])(
    '.git is a file with %j',
    async (text) => {
      const path = join(root, 'fake');
      mkdirSync(path);
      writeFileSync(join(path, '.git'), text);
      await expectFailure(open().checkout({ path }), 'invalid', 'not_a_repository');
    },
  );
});
