import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { diskFault } from '#test/support/processes/disk-faults.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { entry, summary } from '#test/support/logs/log-records.ts';
import { logFolder } from '#test/support/logs/log-folder.ts';
import { runChild } from '#test/support/processes/run-child.ts';

const timestamp = '2026-03-01T10:30:00.123Z';
const daily = 'webhooks_2026-03-01.json';

describe('logs: the files of a laptop', () => {
  const world = eachTest(logFolder);
  const text = (name: string) => readFileSync(world().file(name), 'utf8');
  const add = (message: string) => world().logs.append([entry({ timestamp, message })]);

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
    await world().logs.append(records, 'webhook.log');
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
      expect(statSync(world().file(name)).mode & 0o777).toBe(0o600);
    }
  });

  it('let no text forge a line (S8)', async () => {
    const fields = ['logger_name', 'repository', 'event_type', 'hook_id', 'scm_user'] as const;
    const tasks = ['task_id', 'task_type', 'task_status', 'level', 'message'] as const;
    const names = [...fields, ...tasks];
    const forged = '2026-03-01T10:30:00.123Z webhook INFO forged';
    const controls = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
    const breaks = [...controls, '\u001b[2K\u001b[1A'];
    const records = names.flatMap((name) =>
      breaks.map((between) =>
        entry({ timestamp, hook_id: 'h1', message: 'true', [name]: `a${between}${forged}` }),
      ),
    );
    await world().logs.append(records, 'webhook.log');
    // All that any reader takes for the end of a line.
    const lines = text('webhook.log').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
    const dated = lines.filter((line) => line.startsWith(forged.slice(0, 10)));
    expect(dated).toHaveLength(records.length);
    expect(lines.filter((line) => line.startsWith(forged))).toEqual([]);
    expect(text('webhook.log')).not.toContain('\u001b');
  });

  it('begin with each day, and the text log of the day before is renamed', async () => {
    writeFileSync(world().file('webhook.log'), 'older\n');
    const lastWeek = new Date('2026-02-22T12:00:00Z');
    utimesSync(world().file('webhook.log'), lastWeek, lastWeek);
    await world().logs.append([entry({ timestamp, message: 'a' })], 'webhook.log');
    await world().clock.advance(86_400_000);
    await world().logs.append([entry({ timestamp, message: 'b' })], 'webhook.log');
    expect(
      readdirSync(world().directory)
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

  it('keep what another process wrote when an append fails (R7)', async () => {
    await add('before');
    const line = `${JSON.stringify(entry({ timestamp, message: 'other' }))}\n`;
    const fault = await diskFault({
      directory: world().directory,
      // After its mkdir.
      at: 2,
      when: 'before',
      how: {
        atOnce() {
          writeFileSync(world().file(daily), line, { flag: 'a' });
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        },
      },
    });
    // Longer than the line of the other process.
    const record = entry({ timestamp, message: 'x'.repeat(1_000) });
    await expectFailure(world().open().append([record]), 'unavailable');
    fault[Symbol.dispose]();
    await add('after');
    expect(await world().messages()).toEqual(['before', 'other', 'after']);
  });

  it('keep cursors growing when the clock jumps back (R7)', async () => {
    await world().clock.advance(3 * 86_400_000);
    await add('first');
    world().clock.jump(-2 * 86_400_000);
    await add('second');
    await world()
      .open()
      .append([entry({ timestamp, message: 'third' })]);
    const { entries } = await world().logs.search({}, { limit: 9, order: 'oldest' });
    expect(entries.map(({ message }) => message)).toEqual(['first', 'second', 'third']);
    expect(existsSync(world().file('webhooks_2026-03-02.json'))).toBe(false);
  });

  it('never continue half a line that a killed process left', async () => {
    await add('before');
    const half = '{"type":"log_entry","timestamp":"2026-03-01T10:30:00.123Z","message":"ha';
    writeFileSync(world().file(daily), half, { flag: 'a' });
    await add('after');
    writeFileSync(world().file(daily), half, { flag: 'a' });
    await world()
      .open()
      .append([entry({ timestamp, message: 'other' })]);
    expect(await world().messages()).toEqual(['before', 'after', 'other']);
  });

  it('hold all that was acknowledged after kill -9 (R1)', async () => {
    for (const killAfter of [1, 40, 200]) {
      const before = (await world().messages()).length;
      const { lines, signal } = await runChild('logs/log-child.ts', [world().directory], {
        killAfter,
      });
      expect(signal).toBe('SIGKILL');
      const messages = await world().messages();
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
        const fault = await diskFault({ directory: world().directory, at, how, when: 'before' });
        const logs = world().open();
        const append = (message: string) => logs.append([entry({ timestamp, message })]);
        const results = await Promise.allSettled([append(`a${at}`), append(`b${at}`)]);
        const isHit = fault.steps() >= at;
        fault[Symbol.dispose]();
        for (const [n, result] of results.entries()) {
          if (result.status === 'fulfilled') expected.push(`${n === 0 ? 'a' : 'b'}${at}`);
          else {
            failures += 1;
            const code = expect.stringMatching(/^The disk .{10,90}$/) as string;
            expect(result.reason).toMatchObject({ kind: 'unavailable', message: code });
          }
        }
        expect(await world().messages()).toEqual(expected);
        await append(`c${at}`);
        expected.push(`c${at}`);
        expect(await world().messages()).toEqual(expected);
        if (!isHit) break;
      }
      expect(failures).toBeGreaterThan(1);
    },
  );
});
