import { expect, it } from 'vitest';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { DeliveryMessage } from '#core/webhook/deliveries/message.ts';
import { deliveries } from '#core/webhook/deliveries/tables.ts';
import { giveUpDelivery } from '#core/webhook/processing/give-up-delivery.ts';
import { processDelivery } from '#core/webhook/processing/process-delivery.ts';
import { eachTest } from '#test/support/each-test.ts';
import { head } from '#test/support/scm/state.ts';
import { webhookWorld } from '#test/support/webhook-world.ts';

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
