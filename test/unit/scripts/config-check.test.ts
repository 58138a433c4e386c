import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { check } from '../../../scripts/commands/config.ts';

const folder = eachTest(temporaryFolder);

async function checked(text: string, json = false) {
  const file = join(folder().path, 'config.yaml');
  writeFileSync(file, text);
  const shell = recordingShell({});
  const code = await check([file], { json }, shell);
  return { code, text: shell.printed().stdout.replaceAll(folder().path, '') };
}

const repositories = 'repositories:\n  a: {name: owner/a}\n';

it('names the repositories of a good file', async () => {
  expect(await checked(repositories)).toEqual({
    code: 0,
    text: '/config.yaml is valid: owner/a\n',
  });
});

it('reads the own file of a repository as one, by its name', async () => {
  const file = join(folder().path, '.scm-webhook-server.yaml');
  const checkOwn = async (text: string) => {
    writeFileSync(file, text);
    const shell = recordingShell({});
    const code = await check([file], {}, shell);
    return [code, shell.printed().stdout.replaceAll(folder().path, '')];
  };
  expect(await checkOwn('minimum-lgtm: 2\n')).toEqual([0, '/.scm-webhook-server.yaml is valid\n']);
  expect(await checkOwn('scm-tokens: [x]\n')).toEqual([
    1,
    expect.stringMatching(/^line 1: scm-tokens is not a known key\./),
  ]);
});

it('names everything that is wrong, each in a line, with what to write instead', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `unknown-${at}: 1`).join('\n');
  const { code, text } = await checked(
    `${repositories}tox: all\nprotected-branches: [main]\nlog-levl: INFO\nmerge-method: fast\n${many}\n`,
  );
  expect(code).toBe(1);
  const lines = text.trimEnd().split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^line 3: tox is not a known key\. Make it an entry of custom-check-runs/,
      ),
      expect.stringMatching(/^line 4: protected-branches is not .* Set it up at the code host/),
      "line 5: log-levl is not a known key. Did you mean 'log-level'?",
      'line 6: merge-method must be one of squash, merge, rebase',
    ]),
  );
  expect(lines.filter((line) => line.includes('unknown-'))).toHaveLength(12);
});

it.each([
  ['', 'the file is empty'],
  ['repositories: [', 'line 1'],
])('says what is wrong with %j', async (text, problem) => {
  const { code, text: shown } = await checked(text, true);
  expect([code, shown]).toEqual([1, expect.stringContaining(problem)]);
});

it('names a file that cannot be read', async () => {
  const shell = recordingShell({});
  await expect(check([join(folder().path, 'none.yaml')], {}, shell)).rejects.toThrow(
    /There is no file .*none\.yaml/,
  );
});
