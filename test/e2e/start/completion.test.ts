import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// Real shells. zsh and fish are tested where they are installed.
const completing: Readonly<Record<string, string>> = {
  bash: `eval "$(lantern config completion bash)"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _lantern
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { : }
    compadd() { print -l -- "\${(@P)2}" }
    _files() { : }
    eval "$(lantern config completion zsh)"
    words=("$@") CURRENT=$#
    _lantern`,
  fish: `lantern config completion fish | source
    complete -C "$argv"; true`,
};
const installed = Object.keys(completing).filter(
  (shell) => spawnSync(shell, ['-c', 'true']).status === 0,
);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const script = resolve(import.meta.dirname, '../../../scripts/lantern.ts');
  await writeFile(
    join(folder.path, 'lantern'),
    `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`,
  );
  await chmod(join(folder.path, 'lantern'), 0o755);
  await mkdir(join(folder.path, '.config/lantern'), { recursive: true });
  await writeFile(
    join(folder.path, '.config/lantern/config.toml'),
    '[servers.prod]\nurl = "https://a.example"\n[servers.preview]\nurl = "https://b.example"\n',
  );
});

const cases = [
  ['results s', ['show', 'set-reviewed', 'sarif']],
  ['admin users r', ['remove', 'role', 'rotate-key']],
  ['auth whoami --server pr', ['prod', 'preview']],
  ['analyze report.xml --tracker-p', ['--tracker-pat', '--tracker-project-key']],
  ['preview-issue --target s', ['scm']],
  ['docs gen', ['generate']],
  ['docs generate x --br', ['--branch']],
] as const;

it.each(
  installed.flatMap((shell) => cases.map(([typed, words]) => [shell, typed, words] as const)),
)('%s completes lantern %s', async (shell, typed, words) => {
  const code = completing[shell] ?? '';
  const argv = ['lantern', ...typed.split(' ')];
  const given = shell === 'fish' ? ['-c', code, argv.join(' ')] : ['-c', code, shell, ...argv];
  const { stdout } = await promisify(execFile)(shell, given, {
    cwd: folder.path,
    env: {
      PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
      HOME: folder.path,
      LC_ALL: 'C.UTF-8',
    },
  });
  expect(stdout.trim().split('\n').sort()).toEqual([...words].sort());
});
