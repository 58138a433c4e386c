import { expect, it } from 'vitest';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { DeliveryMessage } from '#core/webhook/deliveries/message.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
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
  const clock = { ...platform.clock, sleep: async () => {} };
  return { ...platform, clock, fetch };
}

const left = async ({ records, logs }: Platform) => {
  const row = await records.get(deliveries, { repository: 'owner/repo', id: 'd-1' });
  const summaries = await logs.summaries({ hook_id: 'd-1' }, 10);
  return [row?.state, row?.error ?? null, summaries.map(({ status }) => status)];
};

it('an outage is thrown for another run, and fails the delivery at the last one (R4)', async () => {
  const platform = unreachable(world().platform);
  for (const attempt of [1, 2]) {
    await expect(processDelivery(platform, { ...run, attempt })).rejects.toThrow();
    expect(await left(platform)).toEqual(['processing', null, []]);
  }
  await processDelivery(platform, { ...run, attempt: 3 });
  expect(await left(platform)).toEqual(['failed', expect.any(String), ['failed']]);
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
  await processDelivery(unreachable(platform), { ...run, attempt: 3 });
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
      comment: { ...comment, created_at: '2026-01-01T00:00:00Z' },
    }),
  };
  host.afterChange = (change) =>
    change.includes('verified') ? { status: 403, body: { message: 'Not now' } } : undefined;
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
