import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openReceiver } from '#test/support/webhook/receiver-world.ts';
import { onLocal } from '#test/support/world.ts';
import { webhook } from '../../../scripts/commands/webhook.ts';
import { examples } from '../../../scripts/commands/webhook/examples.ts';
import { printError } from '../../../scripts/program/main.ts';

const world = eachTest(async () => {
  const receiver = await openReceiver(onLocal);
  await receiver.configure('webhook-secret: the-secret-of-hooks');
  const { path } = await temporaryFolder();
  const write = (text: string) => writeFile(join(path, 'config.yaml'), text);
  await write(
    'webhook-secret: [the-secret-of-hooks, old]\nrepositories: {r: {name: owner/repo}, o: {name: owner/o, webhook-secret: another}}',
  );
  const run = async (...words: string[]) => {
    const shell = recordingShell({ WEBHOOK_SERVER_DATA_DIR: path });
    const all = [...words, '--server', receiver.url];
    const code = await webhook(all, shell).catch((error) => printError(error, shell.stderr));
    return { code: code ?? 0, ...shell.printed() };
  };
  return { ...receiver, run, path };
});

it.each(Object.keys(examples))('the example of %s is accepted and understood', async (event) => {
  const { stdout, code } = await world().run('send', event, '--example', '--json');
  const { delivery_id: id } = JSON.parse(stdout) as { delivery_id: string };
  const row = await world().ended(id);
  expect([code, row]).toMatchObject([0, { event, signature: 'valid', sender: 'example-user' }]);
  expect(row.error ?? '').not.toContain('has no usable');
  expect(world().host.changes).toEqual([]);
});

it('sends the body of a file as it is, about the pull request of its own', async () => {
  const body = '{"action": "created",  "repository": {"name": "repo", "full_name": "owner/repo"}}';
  const file = join(world().path, 'body.json');
  await writeFile(file, body);
  const { stdout } = await world().run('send', 'star', file, '--json');
  const { delivery_id: id } = JSON.parse(stdout) as { delivery_id: string };
  expect(await world().ended(id)).toMatchObject({ event: 'star', signature: 'valid', body });
});

it('works on a pull request when it is named', async () => {
  await world().run('send', 'issue_comment', '--example', '--pr', '7');
  await world().idle();
  expect(world().host.requests.some(({ path }) => path.endsWith('/pulls/7'))).toBe(true);
});

it.each<[string, string[], number, string]>([
  ['no event', ['send'], 2, 'Give the event: ping, push'],
  ['neither', ['send', 'ping'], 2, 'Give a file with the body, or --example'],
  ['both', ['send', 'ping', 'a.json', '--example'], 2, 'Give a file with the body, or'],
  ['a wrong event', ['send', 'pull_requst', '--example'], 2, "Did you mean 'pull_request'?"],
  ['no such file', ['send', 'ping', '/none.json'], 1, 'There is no file /none.json.'],
  [
    'no such repository',
    ['send', 'ping', '--example', '--repository', 'x/y'],
    2,
    'Available: owner/repo',
  ],
  // The receiver of this test has no such secret.
  [
    'another secret',
    ['send', 'ping', '--example', '--config', '/none.yaml'],
    1,
    'There is no file /none.yaml. Write one with lantern webhook init',
  ],
])('says what is wrong: %s', async (_, words, code, text) => {
  const result = await world().run(...words);
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)]);
});

it('says what the receiver answers to a wrong secret', async () => {
  await writeFile(
    join(world().path, 'config.yaml'),
    'webhook-secret: wrong\nrepositories: {r: {name: owner/repo}}',
  );
  const { code, stderr } = await world().run('send', 'ping', '--example');
  expect([code, stderr]).toEqual([1, "Error: Request signatures didn't match!\n"]);
});
