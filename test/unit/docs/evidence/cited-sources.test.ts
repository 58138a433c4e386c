import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citedSources } from '#core/docs/evidence/cited-sources.ts';
import { committedTree, findUncommitted } from '#core/docs/evidence/committed-tree.ts';
import { sourceFile, sourceView } from '#core/docs/evidence/source-view.ts';
import { netGit } from '#core/platform/adapters/net/git/git.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const key = ['-----BEGIN OPENSSH', 'PRIVATE KEY-----'].join(' ');

const files: Record<string, string | Uint8Array> = {
  'src/a.ts': 'one\ntwo\n',
  'src/A.ts': 'other\n',
  'app/[slug]/ü "x".ts': 'odd\n',
  'windows.c': 'a\r\nb\r\n',
  '.github/ci.yml': 'on: push\n',
  '.env.example': 'PORT=80\n',
  'changed.ts': 'as committed\n',
  'gone.ts': 'deleted\n',
  'key.ts': `const key = \`${key}\nabc`,
  'token.md': `Use ${['ghp', 'Zq9'.repeat(12)].join('_')}.\n`,
  'config/app.toml': 'password = "swordfish"\n',
  'binary.bin': new Uint8Array([1, 0, 2]),
  'latin.txt': new Uint8Array([0x67, 0xfc]),
  'large.ts': 'x\n'.repeat(300_000),
  '.env': 'A=1\n',
  'deploy/.env.production': 'A=1\n',
  '.npmrc': 'a=b\n',
  'tls/server.pem': 'x\n',
  id_rsa: 'x\n',
  'secrets.yaml': 'x: y\n',
  '.aws/config': 'x\n',
};
const shown = [
  '.env.example',
  '.github/ci.yml',
  'app/[slug]/ü "x".ts',
  'src/A.ts',
  'src/a.ts',
  'windows.c',
];

const use = eachTest(async () => {
  const folder = await temporaryFolder();
  const repository = join(folder.path, 'repository');
  const write = async (name: string, body: string | Uint8Array) => {
    await mkdir(dirname(join(repository, name)), { recursive: true });
    await writeFile(join(repository, name), body);
  };
  const git = (...parameters: string[]) =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=A',
        '-c',
        'user.email=a@a.test',
        '-c',
        'core.autocrlf=false',
        ...parameters,
      ],
      {
        cwd: repository,
        env: { PATH: process.env['PATH'], HOME: folder.path },
      },
    )
      .toString()
      .trim();
  await write('a', '');
  git('init', '-q');
  for (const [name, body] of Object.entries(files)) await write(name, body);
  git('add', '-f', '.');
  git('commit', '-q', '-m', 'one');
  await write('changed.ts', 'changed\n');
  await write('.gitignore', 'ignored.ts\n');
  await write('ignored.ts', 'ignored\n');
  await write('untracked.ts', 'untracked\n');
  await write('staged.ts', 'staged\n');
  git('add', 'staged.ts');
  git('rm', '-q', 'gone.ts');
  await write('gone.ts', 'back with other text\n');
  await symlink('/etc/passwd', join(repository, 'link.ts'));
  const commit = git('rev-parse', 'HEAD');
  const trees = localTrees({ directory: join(folder.path, 'trees') });
  const tree = trees.at(repository);
  const source = netGit({
    ...{ allowPrivate: false, roots: [], directory: join(folder.path, 'clones') },
    clock: { now: () => new Date(), sleep: async () => {} },
    log: () => {},
    environment: { PATH: process.env['PATH'] },
  });
  const hashes = (await source.hashes({ path: repository }, commit)) ?? new Map<string, string>();
  const cite = (paths: readonly string[]) => ({
    slug: 'one',
    markdown: paths.map((path) => `[\`${path}:1\`](${sourceView.link(path, 1, 2)})`).join(' '),
    citations: paths.map((path) => ({ path })),
  });
  return {
    ...{ tree, commit, hashes, cite, close: folder.remove },
    committed: committedTree(tree, hashes),
  };
});

const all = [
  ...Object.keys(files),
  ...[
    'ignored.ts',
    'untracked.ts',
    'staged.ts',
    'link.ts',
    'no.ts',
    '../x',
    '/etc/passwd',
    '.git/config',
  ],
];

describe('files that citations lead to', () => {
  it('of a folder are those that are as committed, text and without secrets (S3, S10)', async () => {
    const { committed, cite } = use();
    const sources = await citedSources([cite(all)], committed);
    expect(sources.map(({ path }) => path)).toEqual(shown.toSorted());
    expect(sources.find(({ path }) => path === 'windows.c')?.text).toBe('a\nb\n');
    expect(sources.find(({ path }) => path === 'src/a.ts')).toEqual({
      path: 'src/a.ts',
      file: sourceFile('src/a.ts'),
      text: 'one\ntwo\n',
      lines: [[1, 2]],
      pages: ['one'],
    });
    const names = sources.map(({ file }) => file.toLowerCase());
    expect(new Set(names).size).toBe(shown.length);
    for (const name of names) expect(name).toMatch(/^source\/\w[\w.-]*-[0-9a-f]{8}\.html$/);
  });

  it('of a clone are those in its tree', async () => {
    const { tree, cite } = use();
    const sources = await citedSources([cite(all)], tree);
    expect(sources.map(({ path }) => path)).toContain('changed.ts');
    expect(sources.map(({ path }) => path)).not.toContain('.env');
  });

  it('are only those that a page both cites and links', async () => {
    const { committed, cite } = use();
    const forged = { ...cite(['src/a.ts']), citations: [{ path: 'src/A.ts' }] };
    const silent = { ...cite(['windows.c']), markdown: '' };
    expect(await citedSources([forged, silent], committed)).toEqual([]);
  });

  it('are in a folder with what it says of them only if they are as committed', async () => {
    const { tree, commit, hashes, committed } = use();
    expect(await committed.files(100)).toEqual(
      (await tree.files(100)).filter((path) => hashes.has(path)),
    );
    const changed = ['changed.ts', 'gone.ts'];
    for (const path of [...changed, 'ignored.ts', 'untracked.ts', 'staged.ts']) {
      const facts = [committed.hash(path), committed.lines(path), committed.read(path, 2)];
      expect(await Promise.all(facts), path).toEqual([undefined, undefined, undefined]);
    }
    expect(await committed.lines('src/a.ts')).toBe(2);
    const absent = ['.gitignore', 'ignored.ts', 'staged.ts', 'untracked.ts'];
    expect(await findUncommitted(tree, commit, hashes)).toEqual({ commit, absent, changed });
    const some = new Map([...hashes].filter(([path]) => !path.startsWith('app/')));
    const found = await findUncommitted(tree, commit, some);
    expect(found?.absent).toContain('app/');
  });
});
