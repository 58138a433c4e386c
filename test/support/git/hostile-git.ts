import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every command that git would run in the tree, by the name of the file that it creates. */
export const gitCanaries: readonly string[] = [
  ...['alias', 'bare', 'clean', 'driver', 'external', 'fsmonitor', 'gpg', 'module', 'pager'],
  ...['post-index-change', 'process', 'ssh', 'textconv', 'transport'],
];

/** Commands that a model with a shell uses to inspect such a tree. */
export const looks = `
git status
git diff
git diff --submodule=diff
git log -p --stat
git log --show-signature -1
git show HEAD:README.md
git st
git fetch helper
git fetch elsewhere
script -qec 'git log' /dev/null || script -q /dev/null git log
cd bare && git look
exit 0
`;

/** A filter that completes the handshake and supports nothing (gitattributes, long running filter
 * process). */
const filter = "printf '0016git-filter-server\\n000eversion=2\\n00000000'; cat > /dev/null";

/** Creates a working tree with changes. Its configuration, hooks, submodule and nested bare
 * repository name commands; each command creates a file of its name in the folder `canaries`. */
export function hostileGit(tree: string, canaries: string): void {
  const gitFolder = join(tree, '.git');
  const git = (directory: string, ...words: string[]) =>
    execFileSync('git', words, {
      cwd: directory,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  const touch = (name: string, then: string) => `touch ${join(canaries, name)}; ${then}`;
  const program = (name: string, then: string) => {
    const file = join(gitFolder, name);
    writeFileSync(file, `#!/bin/sh\n${touch(name, then)}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const make = (directory: string) => {
    mkdirSync(directory, { recursive: true });
    git(directory, 'init', '-q', '--template=');
    git(directory, 'config', 'user.name', 'A');
    git(directory, 'config', 'user.email', 'a@example.test');
  };
  const files = ['README.md', 'own.bin', 'own.enc', 'own.lfs', 'plain.txt'];
  const write = (text: string) => files.forEach((name) => writeFileSync(join(tree, name), text));

  make(tree);
  const module = join(tree, 'module');
  make(module);
  writeFileSync(join(module, '.gitattributes'), '*.txt filter=inner\n');
  writeFileSync(join(module, 'a.txt'), 'first\n');
  git(module, 'add', '.');
  git(module, 'commit', '-q', '-m', 'one');
  const attributes = ['*.md diff=Text', '*.bin diff=own', '*.enc filter=own', '*.lfs filter=kept'];
  writeFileSync(join(tree, '.gitattributes'), attributes.join('\n'));
  const submodule = '[submodule "module"]\n\tpath = module\n\turl = ./module\n';
  writeFileSync(join(tree, '.gitmodules'), submodule);
  write('first\n');
  git(tree, 'add', '.');
  git(tree, 'commit', '-q', '-m', 'one');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const signed = git(tree, 'cat-file', 'commit', 'HEAD').replace('\n\n', `\n${signature}\n\n`);
  writeFileSync(join(gitFolder, 'signed'), signed);
  const commit = git(tree, 'hash-object', '-t', 'commit', '-w', '.git/signed').trim();
  git(tree, 'reset', '-q', '--soft', commit);
  write('second\n');

  // Of the same length, so that git must compare the content.
  writeFileSync(join(module, 'a.txt'), 'other\n');
  git(module, 'config', 'filter.inner.clean', touch('module', 'cat'));
  git(tree, 'init', '-q', '--bare', '--template=', 'bare');
  git(tree, 'config', '-f', 'bare/config', 'alias.look', `!${touch('bare', 'true')}`);
  program('post-index-change', 'exit 0');
  const settings = {
    'core.hooksPath': gitFolder,
    'core.fsmonitor': touch('fsmonitor', 'false'),
    'core.pager': touch('pager', 'cat'),
    'core.sshCommand': touch('ssh', 'false'),
    'diff.Text.textconv': touch('textconv', 'cat'),
    'diff.own.command': touch('driver', 'true'),
    'filter.own.clean': touch('clean', 'cat'),
    'filter.own.required': 'true',
    'filter.kept.process': program('process', filter),
    'gpg.program': program('gpg', 'exit 1'),
    'alias.st': `!${touch('alias', 'true')}`,
    'submodule.module.ignore': 'none',
    'remote.helper.url': `ext::touch ${join(canaries, 'transport')}`,
    'remote.elsewhere.url': 'ssh://host.invalid/x',
    'protocol.ext.allow': 'always',
    'include.path': 'more',
  };
  for (const [key, value] of Object.entries(settings)) git(tree, 'config', key, value);
  git(tree, 'config', '-f', '.git/more', 'diff.external', touch('external', 'true'));
}
