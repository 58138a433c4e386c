import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readWorkflowSteps } from '#core/logs/reading/read-flow.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { DeliveryMessage } from '#core/webhook/deliveries/message.ts';
import { listDeliveries } from '#core/webhook/deliveries/read-deliveries.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { evaluateLater } from '#core/webhook/processing/evaluate-later.ts';
import { giveUpDelivery, processDelivery } from '#core/webhook/processing/process-delivery.ts';
import { eachTest } from '#test/support/each-test.ts';
import { head } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const world = eachTest(async () => {
  const opened = await webhookWorld();
  await opened.configure();
  return opened;
});

const body = JSON.stringify({
  ...{ repository: { name: 'repo', full_name: 'owner/repo' }, action: 'opened' },
  pull_request: { number: 7, title: 'A door', head: { sha: head } },
});
const message: DeliveryMessage = {
  ...{ id: 'd-1', repository: 'owner/repo', repository_name: 'repo', body },
  ...{ pr_number: 7, event: 'pull_request', received_at: '2026-01-01T00:00:00.000Z', address: '' },
  ...{ signature: 'valid', headers: {}, origin: 'hook', replay_of: null, is_dry_run: false },
};
const signal = new AbortController().signal;
const run = { message, work: 'webhook-deliveries 1', signal };

/** The code host cannot be reached; pauses take no time. */
function unreachable(platform: Platform): Platform {
  const fetch = async () => {
    throw new Failure('unavailable', 'unreachable', 'The code host does not answer');
  };
  const clock = { ...platform.clock, sleep: async () => void (await turn()) };
  return { ...platform, clock, fetch };
}

const left = async ({ records, logs }: Platform) => {
  const row = await records.get(deliveries, { repository: 'owner/repo', id: 'd-1' });
  const summaries = await logs.summaries({ hook_id: 'd-1' }, 10);
  return [row?.state, row?.error ?? null, summaries.map(({ status }) => status)];
};

/** What the job does with the error of a run: the pause before the next one. */
const pauseOf = async (platform: Platform, attempt: number) =>
  processDelivery(platform, { ...run, attempt }).then(
    () => undefined,
    (error: unknown) => (error as Failure).extra['pauseSeconds'],
  );
const shown = async ({ records }: Platform) =>
  (await listDeliveries({ records }, { limit: 1 })).deliveries[0];

it('an outage is waited for 1, 5, 30 and 120 minutes, and fails the delivery at last (R4)', async () => {
  const { clock } = world();
  const platform = unreachable(world().platform);
  for (const [at, pause] of [60, 300, 1_800, 7_200].entries()) {
    expect(await pauseOf(platform, at + 1)).toBe(pause);
    const retry_at = new Date(clock.now().getTime() + pause * 1_000).toISOString();
    expect(await shown(platform)).toMatchObject({ state: 'waiting', retry_at });
    // A replay of those that failed would do it twice.
    expect(await listDeliveries(platform, { state: 'failed', limit: 1 })).toMatchObject({
      deliveries: [],
    });
    clock.jump(pause * 1_000);
  }
  expect(await pauseOf(platform, 5)).toBeUndefined();
  expect((await left(platform)).slice(0, 2)).toEqual(['failed', expect.any(String)]);
  expect(await shown(platform)).toMatchObject({ state: 'failed', retry_at: null });
  const { deliveries: failed } = await listDeliveries(platform, { state: 'failed', limit: 1 });
  expect(failed).toHaveLength(1);
});

it('a rate limit is waited for until its end', async () => {
  const { platform, host, clock } = world();
  const reset = String(Math.floor(clock.now().getTime() / 1_000) + 1_800);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  const real = host.handle;
  host.handle = () => ({ status: 403, headers, body: { message: 'API rate limit exceeded' } });
  expect(await pauseOf(platform, 1)).toBe(1_801);
  host.handle = real;
  clock.jump(1_801_000);
  expect(await pauseOf(platform, 2)).toBeUndefined();
  expect(await shown(platform)).toMatchObject({ state: 'success', retry_at: null });
});

it('R1 after an outage only the steps that failed are done, and every effect once', async () => {
  const { platform, host, clock } = world();
  const quick = {
    ...platform,
    clock: { ...platform.clock, sleep: async () => void (await turn()) },
  };
  const real = host.handle;
  const posts: string[] = [];
  host.handle = (request) => {
    if (request.method !== 'POST' || request.path === '/graphql') return real(request);
    posts.push(request.path);
    // The comment is written, and its answer is lost.
    if (request.path.endsWith('/comments')) real(request);
    const isOut = /comments|assignees/.test(request.path);
    return isOut ? { status: 502, body: {} } : real(request);
  };
  host.repository.collaborators.set('ada', 'write');
  expect(await pauseOf(quick, 1)).toBe(60);
  expect((await left(platform))[0]).toBe('partial');
  host.handle = real;
  clock.jump(60_000);
  expect(await pauseOf(platform, 2)).toBeUndefined();
  expect((await left(platform))[0]).toBe('success');
  const pull = host.repository.pulls.get(7);
  expect(pull?.comments).toHaveLength(1);
  expect([...(pull?.assignees ?? [])]).toEqual(['ada']);
  // The second run had one to do.
  expect(host.changes.filter((change) => change.startsWith('POST')).slice(-1)).toEqual([
    expect.stringContaining('assignees'),
  ]);
});

it('a delivery whose every run was killed is recorded as failed, once (R4)', async () => {
  const { platform } = world();
  const given = { message, work: run.work, error: 'killed\n  at work' };
  for (let times = 0; times < 2; times += 1) await giveUpDelivery(platform, given);
  const error = 'Processing was given up: killed';
  expect(await left(platform)).toEqual(['failed', error, ['failed']]);
  // An operator sends the dead letter again: the same work, from its first attempt.
  await processDelivery(platform, { ...run, attempt: 1 });
  expect((await left(platform))[0]).not.toBe('failed');
});

it('two messages of an id that failed are processed one at a time, and a success ends it', async () => {
  const { platform, clock } = world();
  await processDelivery(unreachable(platform), { ...run, attempt: 5 });
  clock.jump(1_000);
  const again = (work: string) => processDelivery(platform, { message, work, signal, attempt: 1 });
  await Promise.all([again('webhook-deliveries 2'), again('webhook-deliveries 3')]);
  const [state, , statuses] = await left(platform);
  expect([state, statuses]).toEqual(['success', ['success', 'failed']]);
  await again('webhook-deliveries 4');
  expect((await left(platform))[2]).toHaveLength(2);
});

it('one that failed partly is processed again, without the steps that it finished', async () => {
  const { platform, host, clock } = world();
  const { pulls, collaborators } = host.repository;
  const pull = pulls.get(7);
  collaborators.set('erin', 'write');
  const user = { login: 'erin', type: 'User' };
  const comment = { id: 1, body: '/hold\n/verified\n/retest', user, reactions: new Set<string>() };
  pull?.comments.push(comment);
  const commented: DeliveryMessage = {
    ...message,
    event: 'issue_comment',
    body: JSON.stringify({
      ...{ action: 'created', sender: user, issue: { number: 7, pull_request: {} } },
      comment: { ...comment, created_at: '2026-03-01T10:00:00Z' },
    }),
  };
  host.afterChange = (change) => {
    // Their own effects are no news.
    if (pull) pull.updatedAt = '2026-03-01T10:00:05Z';
    return change.includes('verified') ? { status: 403, body: { message: 'Not now' } } : undefined;
  };
  await processDelivery(platform, { ...run, message: commented, attempt: 1 });
  expect((await left(platform))[0]).toBe('partial');
  host.afterChange = () => undefined;
  pull?.labels.delete('hold');
  pull?.labels.delete('verified');
  clock.jump(1_000);
  await processDelivery(platform, {
    ...{ message: commented, work: 'webhook-deliveries 2', signal, attempt: 1 },
  });
  const [state, , statuses] = await left(platform);
  expect([state, statuses]).toEqual(['success', ['success', 'partial']]);
  expect([...(pull?.labels ?? [])]).toEqual(['verified']);
  const answers = pull?.comments.filter(({ body }) => body.includes('name the checks'));
  expect(answers).toHaveLength(1);
});

it('texts of a payload are cut before they are stored (S14)', async () => {
  const { platform } = world();
  const long = 'a'.repeat(500_000);
  const pull_request = { number: 7, title: long, user: { login: long } };
  const long_body = JSON.stringify({ action: long, sender: { login: long }, pull_request });
  const sent = { ...message, event: 'star', body: long_body };
  await processDelivery(platform, { ...run, message: sent, attempt: 1 });
  const row = await platform.records.get(deliveries, { repository: 'owner/repo', id: 'd-1' });
  expect([row?.action, row?.sender].map((text) => text?.length)).toEqual([1_000, 1_000]);
  const [summary] = await platform.logs.summaries({ hook_id: 'd-1' }, 1);
  expect(JSON.stringify(summary).length).toBeLessThan(10_000);
});

it("a delivery whose repository's file is refused tells so in the log (R9)", async () => {
  const { host, platform } = world();
  host.repository.contents.set('.scm-webhook-server.yaml@main', 'minimum-lgtm: many');
  await processDelivery(platform, { ...run, attempt: 1 });
  const where = { event_type: 'rejected_request' };
  expect((await platform.logs.search({ where }, { limit: 10 })).entries).toMatchObject([
    {
      ...{ level: 'WARNING', repository: 'owner/repo', hook_id: 'd-1' },
      message: expect.stringContaining('line 1: minimum-lgtm must be') as string,
    },
  ]);
});

it('an evaluation adds its steps to those of the delivery that asked for it', async () => {
  const { clock, platform } = world();
  await processDelivery(platform, { ...run, attempt: 1 });
  const before = await readWorkflowSteps(platform, 'd-1');
  clock.jump(3_000);
  const delivery = { id: 'd-1', event: 'pull_request', sender: null };
  const evaluation = { repository: 'owner/repo', number: 7, delivery, looks: 0, outages: 0 };
  await evaluateLater(platform, evaluation, signal);
  const after = await readWorkflowSteps(platform, 'd-1');
  expect(after.steps.slice(0, before.steps.length)).toEqual(before.steps);
  expect(after.steps.at(-1)).toMatchObject({ task_id: 'can-be-merged', task_type: 'evaluation' });
  expect([after.action, after.pr]).toEqual(['opened', before.pr]);
});
