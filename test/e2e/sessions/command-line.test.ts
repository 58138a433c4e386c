import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { program } from '#test/support/processes/program.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import {
  jsonl,
  openSessionsWorld,
  said,
  sessionsKey,
} from '#test/support/sessions/sessions-world.ts';
import type { SessionsWorld } from '#test/support/sessions/sessions-world.ts';
import { onLocal } from '#test/support/world.ts';
import { sessions } from '../../../scripts/commands/sessions.ts';
import { printError } from '../../../scripts/program/main.ts';

const timestamp = '2026-03-01T10:00:00.000Z';
const token = `ghp_${'a1'.repeat(20)}`;

describe('lantern sessions', () => {
  let world: SessionsWorld;
  beforeAll(async () => {
    world = await openSessionsWorld(onLocal);
    const more = { timestamp, cwd: '/home/ada/lantern', gitBranch: 'main', uuid: 'u1' };
    await world.write(
      '-home-ada-lantern/one.jsonl',
      jsonl(said('user', `Light the\nlamp \u001b[31m with ${token}`, more), 'lamp, malformed'),
    );
    const older = { timestamp: '2026-02-01T10:00:00.000Z' };
    const text = `near ${'x'.repeat(40)} ${token}`;
    await world.write('-srv-app/two.jsonl', jsonl(said('user', text, older)));
    await world.write('history.jsonl', jsonl({ display: 'lamp?', timestamp, sessionId: 'one' }));
  });

  it.each([['messages'], ['history'], ['search'], ['show', 'b\u001b]0;x\u0007\u202e']])(
    '%s prints no character that a terminal obeys or that reverses a line (S8)',
    async (command, text = 'pharos') => {
      const hostile = 'b\u001b]0;x\u0007\u202e';
      const prompt = { display: `pharos ${hostile}`, sessionId: hostile, project: hostile };
      const more = { cwd: `/pharos/${hostile}`, gitBranch: hostile, slug: hostile };
      await world.write('-h/.history.jsonl', jsonl(prompt));
      await world.write(`-h/${hostile}.jsonl`, jsonl(said('user', `pharos\t${hostile}`, more)));
      const { code, stdout } = await run([command, text]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('pharos')]);
      expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\u202e]/);
      rmSync(join(world.folder, '-h'), { recursive: true });
    },
  );

  async function run(words: readonly string[], more: Record<string, string> = {}) {
    const shell = recordingShell({
      ...{ SESSIONINFO_DIR: world.folder, SESSIONINFO_KEY: sessionsKey },
      ...more,
    });
    const ended = sessions(words, shell).catch((error: unknown) => printError(error, shell.stderr));
    return { code: (await ended) ?? 0, ...shell.printed() };
  }

  const commands = [
    ['search', 'LANTERN'],
    ['messages', 'lamp', '--role', 'user', '--tools'],
    ['messages', 'lamp', '-l', '5', '--project', 'ada', '--from', '2026-03-01'],
    ['messages', 'lamp', '-j', '--redact'],
    ['history', 'lamp', '--order', 'file'],
    ['list'],
    ['show', 'one'],
    ['show', 'none'],
    ['messages', 'lamp', '--from', 'soon'],
  ];

  it.each(commands)('%s %s prints the same of files and of a server', async (...words) => {
    const local = await run(words);
    const server = await run([...words, '--server-url', world.url]);
    const byVariable = await run(words, { SESSIONINFO_SERVER_URL: world.url });
    const errors = (text: string) => text.split('\n').filter((line) => /^Error/.test(line));
    for (const other of [server, byVariable]) {
      expect(other).toEqual({ ...local, stderr: expect.any(String) as string });
      expect(errors(other.stderr)).toEqual(errors(local.stderr));
    }
  });

  it.each([
    [
      ['search', 'lantern'],
      0,
      /^SESSION .*\none .* main .*\/home\/ada\/lantern +Light the lamp .* with \*{3}\n$/,
      '',
    ],
    [
      ['messages', 'lamp'],
      0,
      /^2026.* {2}user {2}.* {2}one\n {2}Light the lamp +\[31m with ghp/,
      '',
    ],
    [['messages', 'lamp', '--redact'], 0, /with \*{3}\n$/, ''],
    [['messages', 'lamp', '-j'], 0, /^\[\{"session_id":"one","project_path":.*\}\]\n$/, ''],
    // The snippet is cut in the middle of the secret.
    [['messages', 'near', '--redact'], 0, /near x{40} \*{3}\n$/, ''],
    [['show', 'one'], 0, /Resume +cd \/home\/ada\/lantern && claude --resume one\n/, ''],
    [['messages', 'nowhere', '-j'], 0, /^\[\]\n$/, ''],
    [['show', 'none'], 1, /^$/, 'Error: Session not found\n'],
    [['messages', 'x', '--from', 'soon'], 1, /^$/, /^Error: from: must be a date such as/],
    [['messages'], 2, /^$/, /^Error: Give a text\. See lantern sessions messages --help\n$/],
    [
      ['messages', 'lamp', '-l', '1'],
      0,
      /lamp/i,
      /^1 are shown; there may be more: use --limit\.$/m,
    ],
    [['push'], 2, /^$/, /^Error: Give the server: --server-url <url>\./],
    [
      ['list', '--server-url', 'http://127.0.0.1:9'],
      1,
      /^$/,
      /^Error: Could not reach .*\. Run npm start .* with --server-url\.\n$/,
    ],
  ])('%j ends with status %i', async (words, code, stdout, stderr) => {
    const ended = await run(words);
    expect(ended.code).toBe(code);
    expect(ended.stdout).toMatch(stdout);
    if (stderr !== '') expect(ended.stderr).toMatch(stderr);
  });

  it('names the folder that is absent or unreadable', async () => {
    const folder = join(world.folder, '../gone');
    const message = `Error: The folder of the stored sessions does not exist: ${folder}. Set SESSIONINFO_DIR to another one.\n`;
    for (const words of [['list'], ['messages', 'x', '--json'], ['show', 'one']]) {
      const ended = await run(words, { SESSIONINFO_DIR: folder });
      expect(ended).toEqual({ code: 1, stdout: '', stderr: message });
    }
    writeFileSync(folder, '');
    const { code, stderr } = await run(['list'], { SESSIONINFO_DIR: folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be read (ENOTDIR)')]);
  });

  it('reads ~/.claude/projects as a program of its own', async () => {
    const home = join(world.folder, '../home');
    const file = join(home, '.claude/projects/-srv/two.jsonl');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, jsonl(said('user', 'A lamp', { timestamp })));
    const words = ['lantern.ts', 'sessions', 'messages', 'LAMP', '--json'];
    const ended = await program(words, { cwd: home, environment: { HOME: home } }).ended;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject([{ session_id: 'two', snippet: 'A lamp' }]);
  });

  it('reads Claude Code, Codex and Gemini where each keeps its sessions', async () => {
    const home = join(world.folder, '../assistants');
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    };
    const id = '0199a213-81c0-7800-8aa1-bbab2a035a53';
    const payload = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'lamp 2' }],
    };
    const codex = jsonl(
      { timestamp, type: 'session_meta', payload: { id, cwd: '/home/ada' } },
      { timestamp, type: 'response_item', payload },
    );
    const messages = [{ id: 'g1', timestamp, type: 'user', content: 'lamp 3' }];
    write('claude/projects/-srv/one.jsonl', jsonl(said('user', 'lamp 1', { timestamp })));
    write(`codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-${id}.jsonl`, codex);
    write('codex/sessions/2026/03/notes.jsonl', codex);
    write('codex/history.jsonl', jsonl({ session_id: id, ts: 1, text: 'lamp 4' }));
    write('.gemini/tmp/attic/chats/session-1.json', JSON.stringify({ messages }));
    write('.gemini/tmp/attic/logs.json', '[]');
    const folders = {
      ...{ HOME: home, SESSIONINFO_DIR: '', CODEX_HOME: '~/codex' },
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
    };
    const found = async (words: readonly string[], more: Record<string, string> = {}) => {
      const { stdout } = await run([...words, '--json'], { ...folders, ...more });
      return (JSON.parse(stdout) as { snippet?: string; prompt?: string; id?: string }[]).map(
        ({ snippet, prompt, id }) => snippet ?? prompt ?? id,
      );
    };
    expect((await found(['messages', 'lamp'])).toSorted()).toEqual(['lamp 1', 'lamp 2', 'lamp 3']);
    expect(await found(['history', 'lamp'])).toEqual(['lamp 4']);
    expect((await found(['list'])).toSorted()).toEqual([id, 'one', 'session-1']);
    const shown = await run(['show', id], folders);
    expect(shown.stdout).toContain(`cd /home/ada && codex resume ${id}`);
    // One folder is asked for: nothing else is read.
    const alone = { SESSIONINFO_DIR: join(home, 'claude/projects') };
    expect(await found(['messages', 'lamp'], alone)).toEqual(['lamp 1']);
    // Codex alone is installed.
    const rest = { CLAUDE_CONFIG_DIR: join(home, 'gone'), HOME: join(home, 'gone') };
    expect(await found(['messages', 'lamp'], { ...rest, CODEX_HOME: join(home, 'codex') })).toEqual(
      ['lamp 2'],
    );
  });
});
