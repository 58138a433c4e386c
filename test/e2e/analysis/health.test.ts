import { afterEach, expect, it } from 'vitest';
import { aiCalls } from '#core/analysis/base/tables/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { addJob } from '#test/support/analysis/analysis-jobs.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { onLocal, onLocalWith, openWorld, type Home, type World } from '#test/support/world.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function open(environment: Record<string, string>, home: Home = onLocal): Promise<World> {
  const world = await openWorld(home, 'analysis', { environment });
  opened.push(world);
  return world;
}

/** A server that answers with the status, or never; and the logins that it got. */
async function system(status?: number) {
  const logins: (string | undefined)[] = [];
  let heard = () => {};
  const first = new Promise<void>((resolve) => (heard = resolve));
  const target = await httpTarget(({ headers }, response) => {
    logins.push(headers.authorization);
    heard();
    if (status !== undefined) response.writeHead(status).end();
  });
  opened.push(target);
  return { ...target, logins, first };
}

const healthOf = async (world: World) => {
  const reply = await world.send({ path: '/api/health' });
  return { code: reply.status, body: reply.json() as Record<string, unknown> };
};
const model = { AI_PROVIDER: 'provider_a', AI_MODEL: 'sonnet', AI_CLI_PROVIDER_A: 'node' };
const no = { status: 'not_configured' };

it('is healthy when only the database is there', async () => {
  expect(await healthOf(await open({}))).toEqual({
    code: 200,
    body: {
      status: 'healthy',
      uptime_seconds: expect.any(Number) as number,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      checks: { database: { status: 'ok' }, ci: no, ai_provider: no, reports: no, tracker: no },
      error_rates: { last_5m: 0, last_1h: 0 },
    },
  });
});

it('says which systems answer, asks them once in 15 seconds and names no host', async () => {
  const [ci, tracker] = [await system(401), await system(502)];
  const world = await open({
    ...model,
    ...{ CI_URL: `${ci.origin}/ci`, CI_USER: 'u', CI_PASSWORD: 'p', TRACKER_URL: tracker.origin },
    REPORTS_URL: 'http://127.0.0.1:1',
  });
  const replies = await Promise.all([healthOf(world), healthOf(world), healthOf(world)]);
  for (const { code, body } of replies) {
    expect([code, body]).toEqual([
      200,
      expect.objectContaining({
        status: 'degraded',
        checks: {
          ...{ database: { status: 'ok' }, ci: { status: 'ok' }, ai_provider: { status: 'ok' } },
          reports: { status: 'error', detail: 'not reachable' },
          tracker: { status: 'error', detail: 'answered 502' },
        },
      }),
    ]);
  }
  expect([ci.requests, tracker.requests]).toEqual([['HEAD /ci'], ['HEAD /']]);
  expect(ci.logins).toEqual([undefined]);
  await world.clock.advance(15_000);
  await healthOf(world);
  expect(ci.requests).toHaveLength(2);
});

it('waits 5 seconds for a system that does not answer', async () => {
  const ci = await system();
  const world = await open({ CI_URL: ci.origin });
  const reply = healthOf(world);
  await ci.first;
  await world.clock.advance(5_000);
  expect((await reply).body['checks']).toMatchObject({ ci: { status: 'error' } });
});

it.each<[string, Record<string, string>, object]>([
  ['no model', { AI_PROVIDER: 'provider_a' }, no],
  [
    'no program',
    { ...model, AI_CLI_PROVIDER_A: '', PATH: '/none' },
    { status: 'error', detail: /^Claude Code is not installed$/ },
  ],
  [
    'no program, and nobody chose one',
    { LANTERN_MODEL_DEFAULTS: 'true', AI_CLI_PROVIDER_A: '', PATH: '/none' },
    { status: 'degraded', detail: /offline analyst/ },
  ],
])('the model: %s', async (_name, environment, found) => {
  const world = await open(environment, onLocalWith({ standIn: ['node'] }));
  const { detail, ...rest } = found as { detail?: RegExp };
  const checks = (await healthOf(world)).body['checks'];
  expect(checks).toMatchObject({
    ai_provider: { ...rest, ...(detail && { detail: expect.stringMatching(detail) as string }) },
  });
});

/** Its database can be cut off. */
function breakable() {
  let isBroken = false;
  const home: Home = async (opening) => {
    const { platform, ...rest } = await onLocal(opening);
    const get: Platform['records']['get'] = async (...query) => {
      if (isBroken) throw new Error('the disk is gone');
      return platform.records.get(...query);
    };
    return { ...rest, platform: { ...platform, records: { ...platform.records, get } } };
  };
  return { home, break: () => (isBroken = true), mend: () => (isBroken = false) };
}

it('is unhealthy without its database, and counts 5xx by time', async () => {
  const database = breakable();
  const world = await open({}, database.home);
  const rates = async () => (await healthOf(world)).body['error_rates'];
  await world.send({ path: '/health' });
  database.break();
  const down = await healthOf(world);
  expect([down.code, down.body['status']]).toEqual([503, 'unhealthy']);
  expect(down.body['checks']).toMatchObject({ database: { status: 'error', detail: 'failed' } });
  database.mend();
  await world.clock.advance(15_000);
  expect(await rates()).toEqual({ last_5m: 0.5, last_1h: 0.5 });
  await world.clock.advance(5 * 60_000);
  expect(await rates()).toEqual({ last_5m: 0, last_1h: 0.3333 });
  await world.clock.advance(55 * 60_000);
  expect(await rates()).toEqual({ last_5m: 0, last_1h: 0 });
});

it('metrics count requests, analyses and calls of models', async () => {
  const world = await open({});
  const { records, clock } = world.platform;
  await addJob(world.platform, { id: 'job_1' });
  await addJob(world.platform, { id: 'job_2', status: 'running' });
  for (const [id, hoursAgo] of [
    ['a', 1],
    ['b', 23],
    ['c', 25],
  ] as const) {
    await records.insert(aiCalls, {
      ...{ job_id: 'job_1', id, ai_provider: 'provider_a', ai_model: 'a"b\\c' },
      called_at: new Date(clock.now().getTime() - hoursAgo * 3_600_000).toISOString(),
      ...{ input_tokens: 10, output_tokens: id === 'a' ? 3 : null, cost_usd: null },
    });
  }
  await world.send({ path: '/nowhere' });
  await world.send({ path: '/health' });
  const reply = await world.send({ path: '/metrics' });
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(reply.text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'lantern_requests_total{class="2xx"} 1',
    'lantern_requests_total{class="4xx"} 1',
    ...['pending', 'waiting', 'running', 'completed', 'failed'].map(
      (status) =>
        `lantern_jobs{status="${status}"} ${['running', 'completed'].includes(status) ? 1 : 0}`,
    ),
    'lantern_ai_calls_24h{ai_model="a\\"b\\\\c"} 2',
    'lantern_ai_tokens_24h{ai_model="a\\"b\\\\c",direction="input"} 20',
    'lantern_ai_tokens_24h{ai_model="a\\"b\\\\c",direction="output"} 3',
    '',
  ]);
});
