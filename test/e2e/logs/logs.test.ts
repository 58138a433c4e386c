import { beforeAll, describe, expect, it } from 'vitest';
import type { LogRecord } from '#core/platform/ports/logs.ts';
import { at, logEntry, sampleRecords } from '#test/support/logs/sample-logs.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld, type World } from '#test/support/world.ts';

type Body = Record<string, unknown> & {
  readonly entries: readonly Record<string, unknown>[];
  readonly steps: readonly Record<string, unknown>[];
};

const entryKeys = [
  ...['timestamp', 'level', 'logger_name', 'message', 'hook_id', 'event_type', 'repository'],
  ...['pr_number', 'scm_user', 'task_id', 'task_type', 'task_status', 'token_spend'],
];

/** The interface of the log viewer, on any home. */
describe.each(homes())('the log viewer on $name', ({ home }) => {
  let world: World;
  const own = { hook_id: 'running', repository: 'team/lamp', task_type: 'workflow_step' };
  const steps: readonly LogRecord[] = [
    logEntry('start', { ...own, task_id: 'one', task_status: 'started', timestamp: at(20) }),
    logEntry('done', { ...own, task_id: 'one', task_status: 'completed', timestamp: at(22) }),
    logEntry('start', { ...own, task_id: 'two', task_status: 'started', timestamp: at(23) }),
  ];
  const text: readonly LogRecord[] = [
    logEntry('Processing', { hook_id: 'old', level: 'STEP', timestamp: at(30), pr_number: 9 }),
    logEntry('Done', { hook_id: 'old', level: 'SUCCESS', timestamp: at(31), pr_number: 9 }),
  ];
  const noise: readonly LogRecord[] = [
    logEntry('tool was called', { logger_name: 'mcp_server', timestamp: at(40) }),
    logEntry('page was shown', { logger_name: 'logs_server', timestamp: at(41) }),
  ];
  beforeAll(async () => {
    world = await openWorld(home, 'webhook', { environment: { ENABLE_LOG_SERVER: 'true' } });
    await world.platform.logs.append([...sampleRecords, ...steps, ...text, ...noise]);
  });

  const get = async (path: string) => {
    const reply = await world.send({ path: `/logs/api/${path}` });
    return { status: reply.status, headers: reply.headers, body: reply.json() as Body };
  };
  const messages = async (query: string) =>
    (await get(`entries?${query}`)).body.entries.map(({ message }) => message);

  it('answers entries with all keys, newest first, and exact counts', async () => {
    const { status, body } = await get('entries?limit=2&offset=1&hook_id=d1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ total_count: 5, filtered_count_min: 5, limit: 2, offset: 1, is_partial_scan: false },
      ...{ entries_processed: 13, total_log_count_estimate: 13 },
    });
    const [first, second] = body.entries;
    expect(Object.keys(first ?? {}).sort()).toEqual([...entryKeys, 'cursor'].sort());
    expect(first).toMatchObject({
      ...{ timestamp: at(13), level: 'ERROR', hook_id: 'd1', pr_number: 7, task_id: null },
      message: 'no merge\nError: no merge\n  at x',
    });
    expect(second?.['message']).toBe('Labels ADDED');
  });

  it.each([
    ['repository=lamp&level=STEP', ['Adding labels']],
    ['repository=team/lamp&level=success', ['Labels ADDED']],
    ['search=labels%20added', ['Labels ADDED']],
    ['scm_user=ada&repository=other', ['Other webhook']],
    ['hook_id=d1&pr_number=7&event_type=pull_request&level=INFO', ['Received']],
    [`start_time=${at(12)}&end_time=${at(12)}`, ['Labels ADDED']],
    ['start_time=2026-03-01T11:00:12&end_time=2026-03-01%2011:00:12Z', ['Labels ADDED']],
    [
      'hook_id=d1&not_level=ERROR&not_search=RECEIVED&not_hook_id=',
      ['pull_request opened: success', 'Labels ADDED', 'Adding labels'],
    ],
    [
      `q=${encodeURIComponent('repo:team/lamp level:success hook:d1 "labels added"')}`,
      ['Labels ADDED'],
    ],
    ['q=-level:error&hook_id=d1&limit=1', ['pull_request opened: success']],
    ['hook_id=d1&level=INFO&start_time=60m', ['Received']],
    ['hook_id=d1&start_time=59m', []],
    ['hook_id=&level=&search=&pr_number=&start_time=&limit=1', ['Done']],
  ])('finds %s', async (query, expected) => {
    expect(await messages(query)).toEqual(expected);
  });

  it('hides what the viewer and the tools log, unless a filter asks for it', async () => {
    expect(await messages('limit=100')).not.toContain('tool was called');
    expect(await messages('search=tool')).toEqual(['tool was called']);
  });

  it('resumes after a cursor', async () => {
    const all = (await get('entries?hook_id=d1&limit=10')).body.entries;
    const newest = Math.max(...all.map(({ cursor }) => cursor as number));
    expect(await messages(`hook_id=d1&after=${newest}`)).toEqual([]);
    expect(await messages(`hook_id=d1&after=${newest - 1}`)).toHaveLength(1);
  });

  it.each([
    ['entries?limit=0', 422],
    ['entries?limit=10001', 422],
    ['entries?offset=-1', 422],
    ['entries?pr_number=seven', 422],
    ['entries?after=-1', 422],
    ['entries?budget_ms=0', 422],
    ['entries?start_time=2026-02-30', 400],
    ['entries?end_time=2026-03-01T25:00:00', 400],
    ['export?format_type=csv', 422],
    ['export?limit=0', 422],
    ['export.ndjson?limit=50001', 413],
    ['around', 422],
    ['around?cursor=9007199254740990', 404],
    ['histogram?buckets=0', 422],
    ['histogram?start_time=2026-03-02&end_time=2026-03-01', 400],
    ['nowhere', 404],
  ])('refuses %s with %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it.each([
    ['entries?start_time=x', 'Invalid start_time format: x. Expected ISO 8601 format.'],
    ['export?limit=50001', 'Result set too large (max 50000 entries)'],
    [
      'entries?q=repi:x',
      "repi: is no field. Did you mean 'repo'? Text with a colon is written in quotes, fields are repo, level, event, user, pr, hook, from, to.",
    ],
    ['entries?q=level:error&level=error', 'level: is there twice: a search takes one.'],
    ['entries?q=pr:x', 'pr_number must be a whole number from 1 to 999999999'],
    ['entries?end_time=20', 'Invalid end_time format: 20. Expected ISO 8601 format.'],
    ['pr-flow/nothing', 'No data found for hook_id: nothing'],
    ['pr-flow/pr-404', 'No data found for hook_id: pr-404'],
    ['workflow-steps/nothing', 'No data found for hook ID: nothing'],
    ['step-logs/d1/a%20step', "Step 'a step' not found for hook ID: d1"],
  ])('explains %s', async (path, detail) => {
    const { status, body } = await get(path);
    const expected = path.startsWith('entries') ? 400 : path.startsWith('export') ? 413 : 404;
    expect([status, body]).toEqual([expected, { detail }]);
  });

  it('names the limits of an export', async () => {
    const { body } = await get('export?limit=0');
    expect(body).toEqual({ detail: 'limit: must be a whole number from 1 to 50000' });
  });

  it('exports as a file with metadata, and says when it is cut', async () => {
    const { headers, body } = await get('export?hook_id=d1&limit=2');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="webhook_logs_20260301_120000.json"',
    );
    expect(body).toMatchObject({
      export_metadata: {
        ...{ generated_at: '2026-03-01T12:00:00.000Z', filters_applied: { hook_id: 'd1' } },
        ...{ total_entries: 2, export_format: 'json', truncated: true },
      },
      log_entries: [{ level: 'COMPLETED' }, { level: 'ERROR' }],
    });
    const whole = await get('export?hook_id=d1&format_type=json');
    expect(whole.body).toMatchObject({ export_metadata: { total_entries: 5, truncated: false } });
  });

  it('shows the lines around an entry, oldest first', async () => {
    const [hit] = (await get('entries?search=adding')).body.entries;
    const { body } = await get(`around?cursor=${String(hit?.['cursor'])}&before=1&after=1`);
    expect(body.entries.map(({ message }) => message)).toEqual([
      ...['Received', 'Adding labels', 'Labels ADDED'],
    ]);
    const own = await get(`around?cursor=${String(hit?.['cursor'])}&level=INFO&hook_id=d1`);
    expect(own.body.entries.map(({ message }) => message)).toEqual(['Received', 'Adding labels']);
  });

  it('counts over time', async () => {
    const { body } = await get('histogram?hook_id=d1&buckets=2');
    expect(body).toMatchObject({ start_time: at(10), end_time: at(14) });
    expect(body['buckets']).toMatchObject([
      { time: at(10), total: 3, errors: 0 },
      { total: 2, errors: 1 },
    ]);
    expect((await get('histogram?search=nothing')).body).toEqual({
      ...{ start_time: null, end_time: null, buckets: [] },
    });
  });

  it('shows the steps of a delivery, with error, details and time', async () => {
    const { body } = await get('workflow-steps/d1');
    expect(body).toMatchObject({
      ...{ hook_id: 'd1', start_time: at(10), total_duration_ms: 4000, step_count: 2 },
      ...{ token_spend: 5, event_type: 'pull_request', action: 'opened', sender: 'ada' },
      ...{ repository: 'team/lamp', pr: { number: 7 }, success: true, error: null },
    });
    expect(body.steps).toMatchObject([
      {
        ...{ step_name: 'labels', task_status: 'completed', level: 'SUCCESS' },
        ...{ relative_time_ms: 1000, duration_ms: 1000, step_details: { added: 2 } },
      },
      {
        ...{ step_name: 'merge', task_status: 'failed', step_details: null },
        error: { message: 'no merge', traceback: 'Error: no merge\n  at x' },
      },
    ]);
  });

  it('shows a delivery that is running by its entries, and one of an older server', async () => {
    const running = (await get('workflow-steps/running')).body;
    expect(running.steps).toMatchObject([
      { step_name: 'one', task_status: 'completed', duration_ms: 2000, relative_time_ms: 0 },
      { step_name: 'two', task_status: 'started', duration_ms: null, relative_time_ms: 3000 },
    ]);
    // An hour later it is not running any more.
    expect(running).toMatchObject({ success: false, error: 'Processing was interrupted' });
    const old = (await get('workflow-steps/old')).body;
    expect(old.steps).toMatchObject([{ step_name: 'Processing' }, { step_name: 'Done' }]);
    expect(old).toMatchObject({ success: true, total_duration_ms: 1000, token_spend: null });
  });

  it('shows the entries of a step, at most 500', async () => {
    const { body } = await get('step-logs/d1/labels');
    expect(body).toMatchObject({
      step: { name: 'labels', status: 'completed', timestamp: at(11), duration_ms: 1000 },
      logs: [{ message: 'Adding labels' }, { message: 'Labels ADDED' }],
      log_count: 2,
    });
    const many = Array.from({ length: 502 }, () => logEntry('x', { ...own, timestamp: at(24) }));
    await world.platform.logs.append(many);
    expect((await get('step-logs/running/two')).body).toMatchObject({ log_count: 500 });
  });

  it.each(['d1', 'hook-d1'])('shows the flow of delivery %s', async (identifier) => {
    const { body } = await get(`pr-flow/${identifier}`);
    expect(body).toEqual({
      identifier,
      stages: [
        { name: 'labels', timestamp: at(11), duration_ms: 1000 },
        { name: 'merge', timestamp: at(13), duration_ms: 500, error: 'no merge' },
      ],
      ...{ total_duration_ms: 4000, success: true },
    });
  });

  it.each(['7', 'pr-7'])('shows the flow of pull request %s', async (identifier) => {
    const { body } = await get(`pr-flow/${identifier}`);
    const stage = { name: 'pull_request opened', timestamp: at(10), duration_ms: 4000 };
    expect(body).toEqual({ identifier, stages: [stage], total_duration_ms: 4000, success: true });
    expect((await get(`pr-flow/${identifier}?repository=team/none`)).status).toBe(404);
    expect((await get('pr-flow/pr-9')).body).toMatchObject({
      stages: [{ name: 'Processing' }, { name: 'Done' }],
    });
  });

  it('answers HEAD, and refuses other methods', async () => {
    const path = '/logs/api/entries';
    expect((await world.send({ method: 'HEAD', path })).status).toBe(200);
    const wrong = await world.send({ method: 'POST', path });
    expect([wrong.status, wrong.json()]).toEqual([405, { detail: 'Method Not Allowed' }]);
  });
});
