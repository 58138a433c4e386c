import { expect, it } from 'vitest';
import { maskingOf } from '#core/logs/writing/clean.ts';
import { openDeliveryLog } from '#core/logs/writing/open-delivery-log.ts';
import { Failure } from '#core/platform/failure.ts';
import type { LogRecord, WebhookSummary } from '#core/platform/ports/logs.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { plantedTokens } from '#test/support/people/token-shapes.ts';

const subject = {
  ...{ id: 'd-1', event: 'pull_request', action: 'opened', sender: 'mona' },
  ...{ repository: 'octo/hello', repositoryName: 'hello', pull: undefined },
};

function opened({ masksByWords = true, about = {}, broken = 0 } = {}) {
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const appends: LogRecord[][] = [];
  const files = new Set<string | undefined>();
  let failures = broken;
  const logs = {
    async append(records: readonly LogRecord[], file?: string) {
      if (failures > 0) {
        failures -= 1;
        throw new Failure('unavailable', 'full', 'The disk is full');
      }
      files.add(file);
      appends.push([...records]);
    },
  };
  const known = ['a-configured-secret'];
  const mask = maskingOf({ SCM_TOKEN: 'token-of-the-environment' }, { known, masksByWords });
  const needs = { logs: logs as never, clock, log: () => undefined };
  const open = openDeliveryLog(needs, { ...subject, ...about }, { mask, textFile: 'hook.log' });
  return { ...open, clock, appends, files, written: () => appends.flat() };
}

const lines = (records: readonly LogRecord[]) =>
  records.flatMap((record) =>
    record.type === 'log_entry' ? [`${record.level} ${record.message.split('\n')[0]}`] : [],
  );
const quiet = (work: Promise<unknown>) => work.catch(() => undefined);
const fails = async (): Promise<void> => {
  throw new TypeError('no label');
};

it('a delivery is one append of entries, steps and the summary', async () => {
  const { log, clock, end, appends, files } = opened();
  log.info('Received');
  log.pullRequest({ number: 7, title: 'Add a door', author: 'hubot' });
  await log.step('labels', async () => {
    await clock.advance(250);
    return { added: ['size/XS'], status: 'cannot hide the status' };
  });
  await end({ tokenSpend: 3 });
  expect([appends.length, [...files]]).toEqual([1, ['hook.log']]);
  expect(appends[0]).toEqual([
    {
      ...{ type: 'log_entry', timestamp: '2026-03-01T00:00:00.000Z', level: 'INFO' },
      ...{ logger_name: 'webhook', message: 'Received', hook_id: 'd-1' },
      ...{ event_type: 'pull_request', repository: 'octo/hello', scm_user: 'mona' },
    },
    expect.objectContaining({
      ...{ level: 'STEP', message: 'labels: started', pr_number: 7, task_id: 'labels' },
      ...{ task_type: 'workflow_step', task_status: 'started' },
    }),
    expect.objectContaining({ level: 'SUCCESS', task_status: 'completed', pr_number: 7 }),
    {
      ...{ type: 'webhook_summary', hook_id: 'd-1', level: 'COMPLETED', status: 'success' },
      ...{ event_type: 'pull_request', action: 'opened', sender: 'mona', repository: 'hello' },
      ...{ repository_full_name: 'octo/hello', scm_user: 'mona', token_spend: 3 },
      pr: { number: 7, title: 'Add a door', author: 'hubot' },
      timing: {
        started_at: '2026-03-01T00:00:00.000Z',
        completed_at: '2026-03-01T00:00:00.250Z',
        duration_ms: 250,
      },
      workflow_steps: {
        labels: {
          ...{ timestamp: '2026-03-01T00:00:00.000Z', status: 'completed', error: null },
          ...{ duration_ms: 250, added: ['size/XS'] },
        },
      },
      ...{ success: true, error: null },
      summary: 'pull_request opened of octo/hello#7 by mona: success, 1 step, 3 requests, 0.3 s',
    },
  ]);
});

const missing = new Failure('missing', 'RepositoryNotFoundInConfigError', 'Repository not found');

it.each<[string, boolean, unknown, Partial<WebhookSummary>, string]>([
  ['a step failed', true, undefined, { status: 'partial', error: 'labels: no label' }, 'ERROR'],
  [
    'it failed',
    false,
    missing,
    { status: 'failed', error: `RepositoryNotFoundInConfigError: Repository not found` },
    'ERROR',
  ],
  ['a text was thrown', false, 'odd', { status: 'failed', error: 'odd' }, 'ERROR'],
  ['nothing to do', false, undefined, { status: 'success', error: null }, ''],
])('a summary in every outcome: %s', async (_, hasFailedStep, error, expected, level) => {
  const { log, end, written } = opened();
  if (hasFailedStep) await quiet(log.step('labels', fails));
  const summary = await end({ error, tokenSpend: 0 });
  expect(summary).toMatchObject({ ...expected, success: expected.status === 'success' });
  expect(summary.summary).toContain(expected.error ?? 'success, 0 steps');
  if (hasFailedStep) {
    const { labels } = summary.workflow_steps;
    expect(labels).toMatchObject({ status: 'failed', error: { type: 'TypeError' } });
    expect(labels?.error?.traceback).toContain('delivery-log.test.ts');
  }
  expect(written().at(-1)).toBe(summary);
  const levels = written().map((record) => record.level);
  expect(levels.includes('ERROR')).toBe(level === 'ERROR');
});

it('a step of a delivery that ended before it stays `started`; names are unique', async () => {
  const { log, end } = opened();
  const never = Promise.withResolvers<void>();
  void log.step('wait', () => never.promise);
  await log.step('wait', async () => {});
  const { workflow_steps } = await end({ tokenSpend: 0 });
  const statuses = Object.entries(workflow_steps).map(([name, { status }]) => [name, status]);
  expect(statuses).toEqual([
    ['wait', 'started'],
    ['wait (2)', 'completed'],
  ]);
});

it.each([
  ['INFO', ['INFO b', 'STEP s: started', 'SUCCESS s: completed', 'WARNING c']],
  ['WARNING', ['WARNING c']],
  ['ERROR', []],
] as const)('log-level %s', async (level, expected) => {
  const { log, setLevel, end, written } = opened();
  setLevel(level);
  log.info('b');
  await log.step('s', async () => {});
  log.warning('c');
  await end({ tokenSpend: 0 });
  expect(lines(written())).toEqual(expected);
  expect(written().at(-1)).toMatchObject({ type: 'webhook_summary' });
});

it.each([
  [true, 's: completed: failed\n- one\n- two lines'],
  [false, 's: completed'],
])('the entry of a step names its result where no summary does: %s', async (isEvaluation, text) => {
  const { log, flush, written } = opened({ about: { isEvaluation } });
  await log.step('s', async () => ({ outcome: 'failed', reasons: ['one', 'two\nlines'] }));
  await flush();
  expect(written().at(-1)).toMatchObject({ level: 'SUCCESS', message: text });
});

it('the steps of a long delivery are seen while it runs, in their order', async () => {
  const { log, clock, end, appends } = opened({ broken: 1 });
  log.info('one');
  await clock.advance(1_000);
  log.info('two');
  expect(appends).toEqual([]);
  await clock.advance(1_000);
  expect(appends.map(lines)).toEqual([['INFO one', 'INFO two']]);
  log.info('three');
  await end({ tokenSpend: 0 });
  expect(appends.map(lines)).toEqual([['INFO one', 'INFO two'], ['INFO three']]);
});

it('no secret is written: messages, errors, details, people, titles (S10)', async () => {
  const secrets = [
    ...plantedTokens(500),
    'a-configured-secret',
    'token-of-the-environment',
    Buffer.from('a-configured-secret').toString('base64'),
  ];
  for (const secret of secrets) {
    const { log, end, written } = opened({ about: { sender: secret, action: secret } });
    log.pullRequest({ number: 1, title: `title ${secret}`, author: secret });
    log.error(`message ${secret}`, new Error(secret));
    await log.step(secret, async () => ({ [secret]: [{ url: `https://u:${secret}@host/` }] }));
    await quiet(
      log.step('fails', async () => {
        throw new Error(`thrown ${secret}`);
      }),
    );
    await end({ error: new Error(`ended ${secret}`), tokenSpend: 0 });
    expect(JSON.stringify(written())).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
});

it.each([
  ['across the cut', 'x'.repeat(15_990), 1, `${'x'.repeat(15_990)}***`],
  // 20,000 characters are looked at.
  ['at the end of what is masked', 'x'.repeat(5), 2_000, undefined],
])('a secret %s is not written in part (S10)', async (_name, before, times, message) => {
  const { log, end, written } = opened();
  log.info(before + 'a-configured-secret '.repeat(times));
  await end({ tokenSpend: 0 });
  expect(JSON.stringify(written())).not.toContain('a-c');
  if (message !== undefined) expect(lines(written())[0]).toBe(`INFO ${message} `);
});

it.each([
  [true, 'password=***', { password: '***', text: 'ok' }],
  [false, 'password=hunter2', { password: 'hunter2', text: 'ok' }],
])('mask-sensitive-data %s', async (masksByWords, message, details) => {
  const { log, end, written } = opened({ masksByWords });
  log.info('password=hunter2');
  log.info('a-configured-secret');
  await log.step('s', async () => ({ password: 'hunter2', text: 'ok' }));
  const { workflow_steps } = await end({ tokenSpend: 0 });
  expect(lines(written()).slice(0, 2)).toEqual([`INFO ${message}`, 'INFO ***']);
  expect(workflow_steps['s']).toMatchObject(details);
});
