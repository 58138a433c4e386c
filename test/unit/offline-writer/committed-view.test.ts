import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { committedView } from '../../../scripts/offline-writer/repository/committed-view.ts';
import { folderView } from '../../../scripts/offline-writer/repository/folder-view.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it('S9: reads a changed file as committed, and runs no command of the folder for a missing one', async () => {
  const { path: directory } = await temporaryFolder();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...words], {
      ...{ cwd: directory, encoding: 'utf8' },
    }).trim();
  const file = join(directory, 'README.md');
  git('init', '--quiet');
  await writeFile(file, 'as committed');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  await writeFile(file, 'changed');
  const commit = git('rev-parse', 'HEAD');
  const uncommitted = { commit, absent: ['new/'], changed: ['README.md'] };
  const read = () => committedView(folderView(directory), directory, uncommitted).read('README.md');
  expect(read()).toBe('as committed');

  const evil = join(directory, 'evil');
  const blob = git('rev-parse', 'HEAD:README.md');
  await rm(join(directory, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  for (const [name, value] of [
    ['core.repositoryformatversion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', directory],
    ['remote.origin.uploadpack', `touch ${evil};`],
    ['protocol.file.allow', 'always'],
  ] as const)
    git('config', name, value);
  expect(read()).toBeUndefined();
  expect(existsSync(evil)).toBe(false);
  // So git would do it.
  expect(() => git('cat-file', 'blob', blob)).toThrow();
  expect(existsSync(evil)).toBe(true);
});
