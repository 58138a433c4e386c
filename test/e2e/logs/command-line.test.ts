import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDelivery, unprocessed, waiting } from '#test/support/webhook/delivery-rows.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { logEntry, sampleRecords } from '#test/support/logs/sample-logs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';
import { logs } from '../../../scripts/commands/logs.ts';
import { printError } from '../../../scripts/program/main.ts';

const environment = { ENABLE_LOG_SERVER: 'true', LOGS_KEY: 'the-key-of-the-logs' };

/** Runs a command against a server. */
function start(url: string, words: readonly string[], more: Record<string, string> = {}) {
  const shell = recordingShell({ LANTERN_LOGS_SERVER: url, ...more });
  const written: string[] = [];
  const write = shell.stdout.write.bind(shell.stdout);
  Object.assign(shell.stdout, {
    write: (text: string, ...rest: never[]) => {
      written.push(text);
      return write(text, ...rest);
    },
  });
  const ended = logs(words, shell).catch((error: unknown) => printError(error, shell.stderr));
  return { written, result: async () => ({ code: (await ended) ?? 0, ...shell.printed() }) };
}

describe('lantern logs', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(onLocal, await unprocessed(), { environment });
    await world.platform.logs.append([
      ...sampleRecords,
      logEntry('title \u001b]0;x\u0007 and \u202e', { hook_id: 'evil' }),
    ]);
    await addDelivery(world.platform, { id: 'd1' });
    await addDelivery(world.platform, { id: 'bad', state: 'failed', error: 'no answer' });
  });
  const withKey = { LANTERN_LOGS_KEY: environment.LOGS_KEY };
  const run = async (...words: string[]) => start(world.url, words, withKey).result();

  it('searches, and shows the newest last', async () => {
    const { code, stdout, stderr } = await run('search', '--hook', 'd1', '--limit', '3');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      '2026-03-01T11:00:12.000Z SUCCESS   team/lamp#7 pull_request Labels ADDED',
      '2026-03-01T11:00:13.000Z ERROR     team/lamp#7 pull_request no merge',
      '    Error: no merge',
      '      at x',
      '2026-03-01T11:00:14.000Z COMPLETED team/lamp#7 pull_request pull_request opened: success',
    ]);
    expect(stderr).toBe('The newest 3 of 5; use --limit to see more.\n');
  });

  it('gives programs the page as JSON', async () => {
    const { stdout } = await run('search', 'labels', '--json', '--not-level', 'STEP');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ total_count: 1, entries: [{ message: 'Labels ADDED' }] },
    });
  });

  it('shows control characters of others as spaces (S8)', async () => {
    const { stdout } = await run('search', '--hook', 'evil');
    expect(stdout).toBe('2026-03-01T11:00:00.000Z INFO      title  ]0;x  and\n');
  });

  it.each([
    [['search', 'nothing at all'], 0, 'Nothing found.', ''],
    [['search', '--query', 'hook:none "at all"'], 0, 'Nothing found.', ''],
    [['search', '--query', 'hok:x'], 1, '', "hok: is no field. Did you mean 'hook'?"],
    [['search', '--from', 'yesterday'], 1, '', 'Invalid start_time format: yesterday'],
    [['search', '--limit', '0'], 2, '', '--limit must be a whole number from 1 to 50000'],
    [['search', '--limit', '10001'], 1, '', 'limit: must be a whole number from 1 to 10000'],
    [['search', '--pr', '1000000'], 0, 'Nothing found.', ''],
    [['search', '--level', 'FOO'], 2, '', '--level must be one of COMPLETED, DEBUG'],
    [['search', '--not-level', 'loud'], 2, '', '--not-level must be one of COMPLETED, DEBUG'],
    [['search', '--level', 'debug', '--search', 'nothing at all'], 0, 'Nothing found.', ''],
    [['search', '--hok', 'x'], 2, '', "Did you mean '--hook'?"],
    [['delivery', 'none'], 1, '', "Delivery 'none' not found"],
    [['delivery'], 2, '', 'Give the id of a delivery'],
    [['delivery', 'bad'], 1, 'no answer', ''],
    [['tail', '--search', 'x', '--to', 'never'], 1, '', 'Invalid end_time format: never'],
    [['search', '--server', 'nowhere'], 2, '', 'The address of the server must be a URL'],
    [['search', '--server', 'http://127.0.0.1:9'], 1, '', 'Could not reach 127.0.0.1:9'],
    [['export', '--format', 'csv'], 2, '', '--format must be one of json, ndjson'],
  ])('%j ends with %i', async (words, code, text, problem) => {
    const ended = await run(...words);
    expect(ended.code).toBe(code);
    expect(ended.stdout).toContain(text);
    expect(ended.stderr).toContain(problem);
  });

  it('exports to the terminal or a file', async () => {
    const lines = await run('export', '--format', 'ndjson', '--hook', 'd1');
    expect(lines.stdout.trim().split('\n')).toHaveLength(5);
    const folder = await temporaryFolder();
    const file = join(folder.path, 'out.json');
    expect(await run('export', '--hook', 'd1', '-o', file)).toMatchObject({
      ...{ code: 0, stdout: '', stderr: `Written to ${file}\n` },
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      export_metadata: { total_entries: 5 },
    });
    const { code, stderr } = await run('export', '-o', join(folder.path, 'none/out.json'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be written (ENOENT)')]);
  });

  it('shows a delivery and replays it', async () => {
    const { code, stdout } = await run('delivery', 'd1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^d1 success\nRepository {2}team\/lamp#7\n/);
    expect(stdout).toMatch(/Duration +2500 ms\nCode host +3 calls\n/);
    expect(stdout).toMatch(/labels +completed +1000 ms/);
    const dry = await run('replay', 'd1', '--dry-run');
    expect(dry.stdout).toMatch(/^Dry run queued as del_/);
    expect(await run('replay', 'd1', '--json')).toMatchObject({
      stdout: expect.stringContaining('"replay_of":"d1"') as string,
    });
    expect(await waiting(world.platform)).toMatchObject([
      ...[{ is_dry_run: true }, { is_dry_run: false }],
    ]);
  });
});

describe('lantern logs tail', () => {
  it('shows the last entries and new ones, each once, also when it is cut off (R6)', async () => {
    const world = await openWorld(onLocal, 'webhook', { environment });
    const { logs: port, sockets } = world.platform;
    const follow = port.follow.bind(port);
    const followers: string[] = [];
    const noted: typeof follow = async (connection, query) => {
      await follow(connection, query);
      followers.push(connection);
    };
    Object.assign(port, { follow: noted });
    const append = (...texts: string[]) => port.append(texts.map((text) => logEntry(text)));
    await append('one', 'two', 'three');
    const tailing = start(world.url, ['tail', '--lines', '2', '--count', '7', '--json']);
    await expect.poll(() => followers.length).toBe(1);
    await append('four');
    await expect.poll(() => tailing.written.length).toBe(3);
    await sockets.close(followers[0] ?? '', { code: 1012, text: 'restart' });
    await append('five', 'six');
    await expect.poll(() => followers.length).toBe(2);
    await append('seven', 'eight', 'nine');
    const { code, stderr } = await tailing.result();
    expect([code, stderr]).toEqual([0, 'The connection was lost. Reconnecting.\n']);
    const texts = tailing.written.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(texts).toEqual(['two', 'three', 'four', 'five', 'six', 'seven', 'eight']);
  });
});
