import { describe, expect, it } from 'vitest';
import { ago } from '../../../scripts/commands/line/ago.ts';
import { docs } from '../../../scripts/commands/docs.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { fakeShell } from '#test/support/command-line/fake-shell.ts';

const nowhere = { LANTERN_DOCS_SERVER: 'http://127.0.0.1:1' };
const run = (words: string) => {
  const { shell, heard } = fakeShell({ variables: nowhere });
  return { done: docs(words.split(' ').filter(Boolean), shell), heard };
};

describe('lantern docs, typed wrongly', () => {
  const generate = 'generate https://code.example/a/b';
  const seeGenerate = 'See lantern docs generate --help';
  it.each([
    ['lsit', "Unknown command 'lsit'. Did you mean 'list'? See lantern docs help"],
    ['sohw site', "Unknown command 'sohw'. Did you mean 'show'? See lantern docs help"],
    ['users ad vic', "Unknown command 'users ad'. Did you mean 'users add'? See lantern docs help"],
    ['nonsense', "Unknown command 'nonsense'. See lantern docs help"],
    ['--nonsense', 'lantern docs has no option --nonsense. See lantern docs help'],
    ['show', 'Give the name of a project. See lantern docs show --help'],
    ['list site', "Unexpected argument 'site'. See lantern docs list --help"],
    ['generate', `Give the URL or folder of a repository. ${seeGenerate}`],
    ['list --nonsense', 'lantern docs list has no option --nonsense. See lantern docs list --help'],
    ['list --force', 'lantern docs list has no option --force. See lantern docs list --help'],
    [
      `${generate} --forse`,
      `lantern docs generate has no option --forse. Did you mean '--force'? ${seeGenerate}`,
    ],
    [`${generate} --branch`, `--branch needs a value: --branch <name>. ${seeGenerate}`],
    [`${generate} --branch --force`, `--branch needs a value: --branch <name>. ${seeGenerate}`],
    [`${generate} --force=yes`, `--force takes no value. ${seeGenerate}`],
    [
      `${generate} --timeout 0`,
      `--timeout must be a whole number of minutes above 0. ${seeGenerate}`,
    ],
    [`${generate} --provider x`, `--provider must be one of claude, gemini, agent. ${seeGenerate}`],
    [
      'users add vic --role boss',
      '--role must be one of admin, user, viewer. See lantern docs users add --help',
    ],
    ['grants add site', 'Give a project and a user. See lantern docs grants add --help'],
    [
      'users remove vic',
      'No terminal to ask for confirmation: add --yes to remove without confirmation. See lantern docs users remove --help',
    ],
  ])('%s', async (words, message) => {
    expect((await expectFailure(run(words).done, 'invalid', 'usage')).message).toBe(message);
  });
});

describe('lantern docs, help', () => {
  it.each([
    ['', /^Usage: lantern docs <command>\n.*\n {2}delete <project> +remove .*asks first/s],
    ['--help', /^Usage: lantern docs <command>\n/],
    ['help', /^Usage: lantern docs <command>\n/],
    ['generate --help', /^Usage: lantern docs generate <url\|folder> .*--branch <name>/s],
    ['generate x -h', /^Usage: lantern docs generate <url\|folder> .*--branch <name>/s],
    ['help users add', /^Usage: lantern docs users add <user> .*--role <role>/s],
  ])('%s', async (words, text) => {
    const { done, heard } = run(words);
    await done;
    expect(heard.text).toMatch(text);
    expect(heard.text.includes('--role')).toBe(words.includes('users'));
  });
});

describe('times in lists', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  it.each([
    [null, '-'],
    ['2026-03-01T12:00:05Z', 'just now'],
    ['2026-03-01T11:59:10Z', 'just now'],
    ['2026-03-01T11:58:59Z', '1 minute ago'],
    ['2026-03-01T09:30:00Z', '3 hours ago'],
    ['2026-02-28T11:00:00Z', 'yesterday'],
    ['2026-02-20T12:00:00Z', '9 days ago'],
    ['2025-11-01T12:00:00Z', '4 months ago'],
    ['2024-01-01T12:00:00Z', '2 years ago'],
  ])('%s: %s', (time, text) => {
    expect(ago(time, now)).toBe(text);
  });
});
