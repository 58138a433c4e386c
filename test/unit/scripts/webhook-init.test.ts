import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseConfiguration } from '#core/webhook/configuration/parse.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { webhook } from '../../../scripts/commands/webhook.ts';
import { printError } from '../../../scripts/program/main.ts';

const folder = eachTest(temporaryFolder);
const file = () => join(folder().path, 'new/config.yaml');

async function init(typed: string, config = file()) {
  const shell = recordingShell({}, typed);
  const words = ['init', '--config', config];
  const code = await webhook(words, shell).catch((error) => printError(error, shell.stderr));
  return { code: code ?? 0, ...shell.printed() };
}

it('writes a configuration of the answers, that only its owner can read', async () => {
  const url = 'https://hooks.example.com/webhook_server';
  const { code, stdout } = await init(`team/lamp\n${url}\nbuild, lint: all\n2\nrebase\n`);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Wrote ${file()}.`)]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const text = readFileSync(file(), 'utf8');
  expect(parseConfiguration(text)).toMatchObject({
    ...{ repositories: { lamp: { name: 'team/lamp' } }, 'webhook-ip': url },
    ...{ 'default-status-checks': ['build', 'lint: all'], 'minimum-lgtm': 2 },
    'merge-method': 'rebase',
  });
  expect(text).toMatch(/^webhook-secret: [0-9a-f]{64}$/m);
});

it('asks again when an answer cannot be used, and leaves out what is empty', async () => {
  const typed = 'lamp\nteam/lamp\nhttps://hooks.example.com\n\n\n1\nnotes: x\n\n';
  const { code, stderr } = await init(typed);
  expect(code).toBe(0);
  expect(stderr).toContain('name must be owner/name');
  expect(stderr).toContain('webhook-ip must have a path');
  expect(stderr).toContain('merge-method must be one of squash, merge, rebase');
  const keys = Object.keys(parseConfiguration(readFileSync(file(), 'utf8')));
  expect(keys.toSorted()).toEqual(['minimum-lgtm', 'repositories', 'webhook-secret']);
});

it('writes nothing when the answers end, and replaces no configuration', async () => {
  expect(await init('')).toMatchObject({ code: 2, stdout: '' });
  expect(() => statSync(file())).toThrow('ENOENT');
  const own = join(folder().path, 'config.yaml');
  for (const text of ['repositories: {a: {name: o/a}}', 'repositories: [']) {
    writeFileSync(own, text);
    const { code, stderr } = await init('team/lamp\n', own);
    expect([code, stderr, readFileSync(own, 'utf8')]).toEqual([
      1,
      expect.stringContaining('already exists: edit it'),
      text,
    ]);
  }
  writeFileSync(own, '# an example\n#repositories:\n');
  expect((await init('team/lamp\n', own)).code).toBe(0);
  expect(statSync(own).mode & 0o777).toBe(0o600);
});
