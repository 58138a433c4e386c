import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { webhook } from '../../../scripts/commands/webhook.ts';

const folder = eachTest(temporaryFolder);

async function settings(own: string) {
  const config = join(folder().path, 'config.yaml');
  const file = join(folder().path, 'own.yaml');
  const entry = '{name: o/a, merge-method: rebase, minimum-lgtm: 1}';
  writeFileSync(config, `events: [push]\nscm-tokens: a-token\nrepositories: {a: ${entry}}\n`);
  writeFileSync(file, own);
  const shell = recordingShell({});
  await webhook(['settings', file, '--config', config], shell);
  return shell.printed().stdout;
}

it('shows every setting with where it is from, and no token', async () => {
  const text = await settings('minimum-lgtm: 2\n');
  expect(text).toMatch(/^o\/a\n/);
  expect(text).toMatch(/^minimum-lgtm +repository file +2$/m);
  expect(text).toMatch(/^merge-method +entry +rebase$/m);
  expect(text).toMatch(/^events +root +\["push"\]$/m);
  expect(text).toMatch(/^scm-tokens +root +set$/m);
  expect(text).toMatch(/^webhook-secret +default +none$/m);
});

it('says what is wrong with the file of the repository', async () => {
  await expect(settings('minimum-lgmt: 2\n')).rejects.toThrow(
    "line 1: minimum-lgmt is not a known key. Did you mean 'minimum-lgtm'?",
  );
});
