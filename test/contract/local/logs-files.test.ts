import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFault } from '#test/support/disk-faults.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { entry, summary } from '#test/support/log-records.ts';
import { logFolder, type LogFolder } from '#test/support/log-folder.ts';
import { runChild } from '#test/support/run-child.ts';

const timestamp = '2026-03-01T10:30:00.123Z';
const daily = 'webhooks_2026-03-01.json';

describe('logs: the files of a laptop', () => {
  let world: LogFolder;
  beforeEach(async () => (world = await logFolder()));
  afterEach(() => world.close());
  const text = (name: string) => readFileSync(world.file(name), 'utf8');
  const add = (message: string) => world.logs.append([entry({ timestamp, message })]);

  it('are JSON lines of the two record types, and text lines', async () => {
    const records = [
      entry({ timestamp, message: 'plain' }),
      entry({
        ...{ timestamp, message: 'two\nlines', level: 'STEP', hook_id: 'h1', event_type: 'push' },
        ...{ repository: 'o/r', scm_user: 'ada', pr_number: 12, task_id: 'labels' },
        ...{ task_type: 'workflow_step', task_status: 'failed', exc_info: 'Trace' },
      }),
      summary({ completed: timestamp, text: 'done', hook_id: 'h1', number: 12, repository: 'o/r' }),
    ];
    await world.logs.append(records, 'webhook.log');
    const parsed = text(daily)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(parsed).toEqual(records);
    const offset = text('webhook.log').slice(23, 29);
    expect(offset).toMatch(/^[+-]\d\d:\d\d$/);
    const local = text('webhook.log').slice(0, 29);
    expect(new Date(local).toISOString()).toBe(timestamp);
    const step = '[task_id=labels] [task_type=workflow_step] [task_status=failed]';
    expect(text('webhook.log')).toBe(
      [
        `${local} webhook INFO plain`,
        `${local} webhook STEP o/r [push][h1][ada][PR 12]: ${step} two`,
        '\tlines',
        '\tTrace',
        `${local} webhook COMPLETED o/r [pull_request][h1][ada][PR 12]: done`,
        '',
      ].join('\n'),
    );
    for (const name of [daily, 'webhook.log']) {
      expect(statSync(world.file(name)).mode & 0o777).toBe(0o600);
    }
  });

  const values = ['logger_name', 'repository', 'event_type', 'hook_id', 'scm_user'] as const;
  const tasks = ['task_id', 'task_type', 'task_status'] as const;
  it.each([...values, ...tasks, 'level', 'message'] as const)(
    'let no text forge a line: %s (S8)',
    async (name) => {
      const forged = '2026-03-01T10:30:00.123Z webhook INFO forged';
      const breaks = [
        '\n',
        '\r',
        '\r\n',
        '\v',
        '\f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\u001b[2K\u001b[1A',
      ];
      const around = { timestamp, hook_id: 'h1', message: 'true' };
      for (const between of breaks) {
        const record = entry({ ...around, [name]: `a${between}${forged}` });
        await world.logs.append([record], 'webhook.log');
      }
      // All that any reader takes for the end of a line.
      const lines = text('webhook.log').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
      expect(lines.filter((line) => line.startsWith(forged.slice(0, 10)))).toHaveLength(
        breaks.length,
      );
      expect(lines.filter((line) => line.startsWith(forged))).toEqual([]);
      expect(text('webhook.log')).not.toContain('\u001b');
    },
  );

  it('write text in the time zone of TZ', () => {
    const module = new URL(
      '../../../core/platform/adapters/local/logs/files/times.ts',
      import.meta.url,
    );
    const script = `import { localTime } from '${module.href}'; console.log(localTime('${timestamp}'))`;
    const of = (TZ: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { TZ } })
        .toString()
        .trim();
    expect(of('UTC')).toBe('2026-03-01T10:30:00.123+00:00');
    expect(of('Asia/Kolkata')).toBe('2026-03-01T16:00:00.123+05:30');
    expect(of('America/St_Johns')).toBe('2026-03-01T07:00:00.123-03:30');
  });

  it('begin with each day, and the text log of the day before is renamed', async () => {
    writeFileSync(world.file('webhook.log'), 'older\n');
    const lastWeek = new Date('2026-02-22T12:00:00Z');
    utimesSync(world.file('webhook.log'), lastWeek, lastWeek);
    await world.logs.append([entry({ timestamp, message: 'a' })], 'webhook.log');
    await world.clock.advance(86_400_000);
    await world.logs.append([entry({ timestamp, message: 'b' })], 'webhook.log');
    expect(
      readdirSync(world.directory)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual([
      'webhook.log',
      'webhook.log.2026-02-22',
      'webhook.log.2026-03-01',
      daily,
      'webhooks_2026-03-02.json',
    ]);
    expect(text('webhook.log.2026-02-22')).toBe('older\n');
    expect(text('webhook.log')).toMatch(/ b\n$/);
  });

  it('go by their age and size, but not the text log in use', async () => {
    const old = new Date('2026-02-20T12:00:00Z');
    for (const name of ['webhook.log', 'webhook.log.1', 'webhooks_2026-02-20.json', 'notes.txt']) {
      writeFileSync(world.file(name), `${name}\n`);
      utimesSync(world.file(name), old, old);
    }
    writeFileSync(world.file('webhooks_2026-02-28.json'), 'x'.repeat(100));
    await add('new');
    const names = () => readdirSync(world.directory).filter((name) => !name.startsWith('.'));
    await world.logs.prune({ days: 7, bytes: 1_000_000 });
    const recent = ['notes.txt', 'webhook.log', 'webhooks_2026-02-28.json', daily];
    expect(names().sort()).toEqual(recent);
    await world.logs.prune({ days: 7, bytes: 150 });
    expect(names().sort()).toEqual(['notes.txt', 'webhook.log', daily]);
  });

  it('stay on the last day of their age and at exactly their size', async () => {
    const limit = Date.parse('2026-02-22T00:00:00Z');
    for (const [name, time] of [
      ['webhook.log.1', limit],
      ['webhook.log.2', limit - 1],
      ['webhooks_2026-02-22.json', limit],
      ['webhooks_2026-02-21.json', limit],
    ] as const) {
      writeFileSync(world.file(name), 'x'.repeat(100));
      utimesSync(world.file(name), new Date(time), new Date(time));
    }
    await add('new');
    const names = () => readdirSync(world.directory).filter((name) => /^webhook/.test(name));
    await world.logs.prune({ days: 7, bytes: 1_000_000 });
    const kept = ['webhook.log.1', 'webhooks_2026-02-22.json', daily];
    expect(names().sort()).toEqual(kept);
    const bytes = statSync(world.file(daily)).size + 200;
    await world.logs.prune({ days: 7, bytes });
    expect(names().sort()).toEqual(kept);
    await world.logs.prune({ days: 7, bytes: bytes - 1 });
    expect(names()).toHaveLength(2);
  });

  it('keep what another process wrote when an append fails (R7)', async () => {
    await add('before');
    const line = `${JSON.stringify(entry({ timestamp, message: 'other' }))}\n`;
    const fault = await diskFault({
      directory: world.directory,
      // After its mkdir.
      at: 2,
      when: 'before',
      how() {
        writeFileSync(world.file(daily), line, { flag: 'a' });
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    });
    // Longer than the line of the other process.
    const record = entry({ timestamp, message: 'x'.repeat(1_000) });
    await expectFailure(world.open().append([record]), 'unavailable');
    fault[Symbol.dispose]();
    await add('after');
    expect(await world.messages()).toEqual(['before', 'other', 'after']);
  });

  it('keep cursors growing when the clock jumps back (R7)', async () => {
    await world.clock.advance(3 * 86_400_000);
    await add('first');
    world.clock.jump(-2 * 86_400_000);
    await add('second');
    await world.open().append([entry({ timestamp, message: 'third' })]);
    const { entries } = await world.logs.search({}, { limit: 9, order: 'oldest' });
    expect(entries.map(({ message }) => message)).toEqual(['first', 'second', 'third']);
    expect(existsSync(world.file('webhooks_2026-03-02.json'))).toBe(false);
  });

  it('never continue half a line that a killed process left', async () => {
    await add('before');
    const half = '{"type":"log_entry","timestamp":"2026-03-01T10:30:00.123Z","message":"ha';
    writeFileSync(world.file(daily), half, { flag: 'a' });
    await add('after');
    writeFileSync(world.file(daily), half, { flag: 'a' });
    await world.open().append([entry({ timestamp, message: 'other' })]);
    expect(await world.messages()).toEqual(['before', 'after', 'other']);
  });

  it('hold all that was acknowledged after kill -9 (R1)', async () => {
    for (const killAfter of [1, 40, 200]) {
      const before = (await world.messages()).length;
      const { lines, signal } = await runChild('log-child.ts', [world.directory], { killAfter });
      expect(signal).toBe('SIGKILL');
      const messages = await world.messages();
      expect(lines.filter((line) => !messages.includes(line))).toEqual([]);
      expect(messages.length).toBeGreaterThanOrEqual(before + killAfter);
      await add('alive');
    }
  });

  it.each(['EIO', 'ENOSPC'] as const)(
    'take all or nothing when %s hits a step (R7)',
    async (how) => {
      await add('before');
      let failures = 0;
      const expected = ['before'];
      for (let at = 1; ; at += 1) {
        const fault = await diskFault({ directory: world.directory, at, how, when: 'before' });
        const logs = world.open();
        const append = (message: string) => logs.append([entry({ timestamp, message })]);
        const results = await Promise.allSettled([append(`a${at}`), append(`b${at}`)]);
        const isHit = fault.steps() >= at;
        fault[Symbol.dispose]();
        for (const [n, result] of results.entries()) {
          if (result.status === 'fulfilled') {
            expected.push(`${n === 0 ? 'a' : 'b'}${at}`);
            continue;
          }
          failures += 1;
          const failure = await expectFailure(
            Promise.reject(result.reason as Error),
            'unavailable',
          );
          expect(failure.message).toMatch(/^The disk .{10,90}$/);
        }
        expect(await world.messages()).toEqual(expected);
        await append(`c${at}`);
        expected.push(`c${at}`);
        expect(await world.messages()).toEqual(expected);
        if (!isHit) break;
      }
      expect(failures).toBeGreaterThan(1);
    },
  );

  it('go on without a text log that cannot be written', async () => {
    await world.logs.append(
      [entry({ timestamp, message: 'a' })],
      daily.replace('webhooks', 'missing/x'),
    );
    writeFileSync(world.file('folder'), '');
    expect(await world.messages()).toEqual(['a']);
  });

  it('share one sync between calls that wait', async () => {
    let steps = 0;
    await add('first');
    const how = () => void (steps += 1);
    const fault = await diskFault({
      directory: world.directory,
      at: 1,
      count: 1_000,
      how,
      when: 'before',
    });
    const logs = world.open();
    const append = (at: number) => logs.append([entry({ timestamp, message: String(at) })]);
    await Promise.all(Array.from({ length: 200 }, (_, at) => append(at)));
    fault[Symbol.dispose]();
    // The folder, then a write and a sync for the first call, and for all the others.
    expect(steps).toBe(5);
    expect(await world.messages()).toHaveLength(201);
  });
});
