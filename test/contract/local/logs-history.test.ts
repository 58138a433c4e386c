import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { entry } from '#test/support/logs/log-records.ts';
import { logFolder } from '#test/support/logs/log-folder.ts';

const absent = {
  ...{ hook_id: null, event_type: null, repository: null, pr_number: null, scm_user: null },
  ...{ task_id: null, task_type: null, task_status: null, token_spend: null },
};
const at = '2025-07-31T10:30:00.123Z';
const prefix = '2025-07-31T10:30:00.123456 GithubWebhook';
const of = (message: string, level = 'INFO') => `${prefix} ${level} ${message}\n`;
const context = {
  ...{ repository: 'o/r', event_type: 'push', hook_id: 'h1', scm_user: 'ada' },
};

/** Lines of older servers, and what they are in searches. */
const lines: [string, string, Partial<PlacedEntry>[]][] = [
  [
    'with its context',
    of('o/r [push][h1][ada][PR 12]: Done: [x] y'),
    [{ ...context, pr_number: 12, message: 'Done: [x] y', timestamp: at }],
  ],
  ['without a pull request', of('o/r [push][h1][ada]: Done'), [{ ...context, message: 'Done' }]],
  [
    'of a bot',
    of('r [push][h1][helper[bot]][PR 1]: x'),
    [{ ...context, repository: 'r', scm_user: 'helper[bot]', pr_number: 1, message: 'x' }],
  ],
  [
    'of a bot with escaped brackets',
    of('r [push][h1][renovate\\[bot\\]][PR 1]: x'),
    [{ ...context, repository: 'r', scm_user: 'renovate[bot]', pr_number: 1, message: 'x' }],
  ],
  ['without context', of('Server started [now]'), [{ message: 'Server started [now]' }]],
  [
    'with colours',
    `\u001b[32m${prefix}\u001b[0m \u001b[31mERROR\u001b[0m o/r [push][h1][ada]: \u001b[1mBroke\u001b[0m\n`,
    [{ ...context, level: 'ERROR', message: 'Broke' }],
  ],
  [
    'with the values of a step',
    of(
      'o/r [push][h1][ada]: [task_id=labels] [task_type=workflow_step] [task_status=started] Go',
      'STEP',
    ),
    [
      {
        ...{ ...context, level: 'STEP', task_id: 'labels', task_type: 'workflow_step' },
        ...{ task_status: 'started', message: 'Go' },
      },
    ],
  ],
  [
    'that go on in further lines',
    `${of('Failed', 'ERROR')}Traceback (most recent call last):\n  File "x.py", line 1\n\nValueError: 7\n${of('Next')}`,
    [
      {
        level: 'ERROR',
        message:
          'Failed\nTraceback (most recent call last):\n  File "x.py", line 1\n\nValueError: 7',
      },
      { message: 'Next' },
    ],
  ],
  [
    'with times in other forms',
    [
      '2025-07-31 12:30:00,123 a INFO local\n',
      '2025-07-31T12:30:00.123+02:00 a INFO offset\n',
      '2025-07-31T10:30:00.123Z a INFO zulu\n',
      '2025-07-31T10:30:00 a INFO second\n',
    ].join(''),
    [
      { timestamp: '2025-07-31T10:30:00.000Z', message: 'second', logger_name: 'a' },
      { timestamp: at, message: 'offset', logger_name: 'a' },
      { timestamp: at, message: 'zulu', logger_name: 'a' },
      { timestamp: '2025-07-31T12:30:00.123Z', message: 'local', logger_name: 'a' },
    ],
  ],
  [
    'before the first entry',
    `the end of a traceback\n${of('First')}`,
    [
      { message: 'the end of a traceback', logger_name: 'old.log', timestamp: at },
      { message: 'First' },
    ],
  ],
  [
    'with an impossible time',
    `${of('a')}2025-99-99T10:30:00 x INFO b\n`,
    [{ message: 'a\n2025-99-99T10:30:00 x INFO b' }],
  ],
  ['with Windows line ends', of('a\r').repeat(1), [{ message: 'a' }]],
  ['without a last line end', of('a').trimEnd(), [{ message: 'a' }]],
];

describe('logs: files of older servers', () => {
  const world = eachTest(logFolder);
  const write = (name: string, text: string | Buffer) => writeFileSync(world().file(name), text);

  it.each(lines)('reads lines %s', async (_, text, expected) => {
    write('old.log', text);
    const { entries, total } = await world().logs.search({}, { limit: 100, order: 'oldest' });
    const plain = { ...absent, timestamp: at, level: 'INFO', logger_name: 'GithubWebhook' };
    expect(entries.map(({ cursor: _cursor, ...rest }) => rest)).toEqual(
      expected.map((one) => ({ ...plain, ...one })),
    );
    expect(total).toBe(expected.length);
    expect(entries.every(({ cursor }) => Number.isSafeInteger(cursor) && cursor > 0)).toBe(true);
  });

  it('shows an event once that is in text logs and in a daily file', async () => {
    const json = (message: string, more: object = {}) =>
      `${JSON.stringify({ ...entry({ timestamp: '2025-07-31T10:30:00.123456+00:00', message }), ...more })}\n`;
    const same =
      json('once', { hook_id: 'h1' }) +
      json('twice') +
      json('twice') +
      json('tab\n\tin') +
      json('of a second') +
      json('long', { exc_info: 'Trace:\n  x' });
    write('server.log', of('o/r [push][h1][ada]: once') + of('twice') + of('twice'));
    write('server.log.1', `${of('long')}Trace:\n  x\n${of('only in text')}`);
    write('copy.log', of('once').replace('once', 'o/r [push][h1][ada]: once'));
    expect(await world().messages()).toHaveLength(5);
    write('tabs.log', `${of('tab')}\tin\n2025-07-31T10:30:00 x INFO of a second\n`);
    // The daily file comes last, as it may when a folder is copied.
    write('webhooks_2025-07-31.json', same);
    const expected = [
      'long\nTrace:\n  x',
      'of a second',
      'once',
      'only in text',
      'tab\n\tin',
      'twice',
      'twice',
    ];
    expect((await world().messages()).sort()).toEqual(expected);
    rmSync(world().file('.index.db'));
    expect((await world().messages()).sort()).toEqual(expected);
    rmSync(world().file('webhooks_2025-07-31.json'));
    rmSync(world().file('.index.db'));
    expect(await world().messages()).toHaveLength(expected.length);
  });

  it('shows what it writes itself once, with brackets, colours, controls and line ends', async () => {
    const brackets = ['a]: b', 'a][PR 9]: b', 'a[bot]', '][x][y]: z'].flatMap((value) =>
      ['event_type', 'scm_user', 'task_id', 'task_status'].map((name) =>
        entry({ timestamp: at, message: 'step', repository: 'o/r', hook_id: 'h', [name]: value }),
      ),
    );
    const messages = [
      'a\nb',
      '\u001b[31mred',
      'c\r\nd',
      '\t',
      '',
      'x\n\ty',
      '[task_id=1] z',
      'bell\u0007',
    ];
    await world().logs.append(
      [...messages.map((message) => entry({ timestamp: at, message })), ...brackets],
      'webhook.log',
    );
    expect(await world().logs.search({}, { limit: 99 })).toMatchObject({
      total: messages.length + brackets.length,
    });
    const text = readFileSync(world().file('webhook.log'), 'utf8');

    expect(text).not.toMatch(/[\0-\u0008\u000b-\u001f]/);
    rmSync(world().file('webhooks_2026-03-01.json'));
    rmSync(world().file('.index.db'));
    expect(await world().messages()).toHaveLength(messages.length + brackets.length);
  });

  it.each<[string, () => void, string[]]>([
    [
      'grows',
      () => appendFileSync(world().file('a.log'), `more\n${of('c')}`),
      ['a', 'b\nmore', 'c'],
    ],
    ['grows by half a line', () => appendFileSync(world().file('a.log'), 'mo'), ['a', 'b\nmo']],
    [
      'is rotated',
      () => {
        renameSync(world().file('a.log'), world().file('a.log.1'));
        writeFileSync(world().file('a.log'), of('new'));
      },
      ['a', 'b', 'new'],
    ],
    [
      'is copied and truncated',
      () => {
        copyFileSync(world().file('a.log'), world().file('a.log.1'));
        truncateSync(world().file('a.log'));
        appendFileSync(world().file('a.log'), of('new'));
      },
      ['a', 'b', 'new'],
    ],
    [
      'is replaced',
      () => writeFileSync(world().file('a.log'), of('z'.repeat(400))),
      ['z'.repeat(400)],
    ],
    ['is removed', () => rmSync(world().file('a.log')), []],
    ['gets a copy', () => copyFileSync(world().file('a.log'), world().file('b.log')), ['a', 'b']],
  ])('follows a text log that %s', async (_, change, expected) => {
    write('a.log', of('a') + of('b'));
    expect(await world().messages()).toEqual(['a', 'b']);
    change();
    expect((await world().messages()).sort()).toEqual(expected);
    expect(await world().messages({ where: { search: 'b' } })).toEqual(
      expected.filter((message) => message.includes('b')),
    );
  });

  it('leaves out a daily file of a day that is too late for cursors', async () => {
    write(
      'webhooks_9999-12-31.json',
      `${JSON.stringify(entry({ timestamp: at, message: 'far' }))}\n`,
    );
    await world().logs.append([entry({ timestamp: at, message: 'own' })]);
    expect(await world().messages()).toEqual(['own']);
  });

  it('keeps a cursor when a log is rotated or the index is made again', async () => {
    write('a.log', of('a') + of('a') + of('b'));
    const cursors = async () =>
      (await world().logs.search({}, { limit: 9 })).entries.map(({ cursor }) => cursor);
    const before = await cursors();
    renameSync(world().file('a.log'), world().file('a.log.2'));
    expect(await cursors()).toEqual(before);
    rmSync(world().file('.index.db'));
    expect(await cursors()).toEqual(before);
  });
});
