import { beforeEach, describe, expect, it } from 'vitest';
import { fillGaps } from '#core/webhook/upkeep/gaps.ts';
import { eachTest } from '#test/support/each-test.ts';
import type { HostDelivery } from '#test/support/scm/state.ts';
import { addDelivery } from '#test/support/webhook/delivery-rows.ts';
import { webhookWorld } from '#test/support/webhook/webhook-world.ts';

const world = eachTest(webhookWorld);

const url = 'https://hooks.example/webhook_server';
const on = `webhook-ip: ${url}\ngap-fill: true`;
const minute = 60_000;
const repository = { name: 'repo', full_name: 'owner/repo' };

/** Ids beyond 2^53 that rounding would confuse. */
const idOf = (number: number) => String(3_804_004_623_172_239_000n + BigInt(number));

function sent(number: number, more: Partial<HostDelivery> = {}): HostDelivery {
  const at = Date.parse('2025-12-31T20:00:00Z') + number * minute;
  return {
    ...{ id: idOf(number), guid: `guid-${number}`, delivered_at: new Date(at).toISOString() },
    ...{ redelivery: false, status_code: 502, event: 'pull_request', action: 'opened' },
    payload: { number, repository, pull_request: { number: 7 } },
    ...more,
  };
}

function hostSent(...all: readonly HostDelivery[]) {
  world().host.repository.hooks[0]?.deliveries.unshift(...all.toReversed());
}

async function queued(): Promise<Record<string, unknown>[]> {
  const { platform } = world();
  const found: Record<string, unknown>[] = [];
  for (;;) {
    const messages = await platform.queue.receive('webhook-deliveries', {
      max: 10,
      waitSeconds: 0,
    });
    if (messages.length === 0) return found;
    for (const message of messages) {
      found.push(JSON.parse(message.body) as Record<string, unknown>);
      await platform.queue.acknowledge(message);
    }
  }
}

const idsOf = (messages: readonly Record<string, unknown>[]) => messages.map(({ id }) => id);

beforeEach(async () => {
  await world().configure(on);
  world().host.repository.hooks.push({
    ...{ id: 1, name: 'web', active: true, events: ['*'], deliveries: [] },
    config: { url, content_type: 'json' },
  });
});

describe('deliveries that did not reach us (R1)', () => {
  it('are taken in as they were sent, in the order sent', async () => {
    const { platform, clock, problems } = world();
    hostSent(sent(1), sent(2), sent(3, { event: 'push', payload: { repository } }));
    await fillGaps(platform);
    const messages = await queued();
    expect(idsOf(messages).sort()).toEqual(['guid-1', 'guid-2', 'guid-3']);
    const ofPull = messages.filter(({ pr_number }) => pr_number === 7);
    expect(idsOf(ofPull)).toEqual(['guid-1', 'guid-2']);
    expect(ofPull[0]).toMatchObject({
      ...{ repository: 'owner/repo', repository_name: 'repo', address: '' },
      ...{ event: 'pull_request', signature: 'unchecked', origin: 'gap', is_dry_run: false },
      received_at: clock.now().toISOString(),
      headers: { 'x-github-event': 'pull_request', 'x-github-delivery': 'guid-1' },
      body: JSON.stringify(sent(1).payload),
    });
    expect(problems()).toEqual([]);
  });

  it('are those alone that are not stored', async () => {
    const { platform } = world();
    hostSent(sent(1), sent(2));
    await addDelivery(platform, { id: 'guid-1', repository: 'owner/old-name', event: 'push' });
    await fillGaps(platform);
    expect(idsOf(await queued())).toEqual(['guid-2']);
  });

  it('may still be under way for a minute', async () => {
    const { platform, clock } = world();
    hostSent(sent(1, { delivered_at: '2025-12-31T23:59:30Z' }));
    await fillGaps(platform);
    expect(await queued()).toEqual([]);
    await clock.advance(10 * minute);
    await fillGaps(platform);
    expect(idsOf(await queued())).toEqual(['guid-1']);
  });

  it('are looked for when the clock was a day ahead at the last look (R7)', async () => {
    const { platform, clock } = world();
    clock.jump(24 * 60 * minute);
    await fillGaps(platform);
    clock.jump(-24 * 60 * minute);
    hostSent(sent(1, { delivered_at: '2025-12-31T23:58:00Z' }));
    await fillGaps(platform);
    expect(idsOf(await queued())).toEqual(['guid-1']);
  });

  it('are taken in once, as they were redelivered last', async () => {
    const { platform, host } = world();
    hostSent(sent(1), sent(2, { guid: 'guid-1', redelivery: true }));
    await fillGaps(platform);
    expect(idsOf(await queued())).toEqual(['guid-1']);
    const read = host.requests.map(({ path }) => path.split('/').at(-1));
    expect(read).toContain(idOf(2));
    expect(read).not.toContain(idOf(1));
  });

  it('are 200 in a run; the next goes on where it ended', async () => {
    const { platform } = world();
    hostSent(...Array.from({ length: 230 }, (_, at) => sent(at)));
    await fillGaps(platform);
    expect(idsOf(await queued())).toHaveLength(200);
    await fillGaps(platform);
    expect(idsOf(await queued()).sort()).toEqual(
      Array.from({ length: 30 }, (_, at) => `guid-${200 + at}`).sort(),
    );
  });

  it('are looked for again after a failure', async () => {
    const { platform, host, problems } = world();
    hostSent(sent(1), sent(2));
    const forbidden = { status: 403, body: { message: 'Resource not accessible' } };
    // After the list of hooks, that of deliveries, and the first delivery.
    host.faults.push(undefined, undefined, undefined, forbidden);
    await fillGaps(platform);
    expect(problems()).toEqual([
      expect.objectContaining({ message: 'gap fill failed', repository: 'owner/repo' }),
    ]);
    expect(idsOf(await queued())).toEqual(['guid-1']);
    await fillGaps(platform);
    expect(idsOf(await queued())).toContain('guid-2');
  });

  it.each([
    ['without gap-fill', `webhook-ip: ${url}`],
    ['without webhook-ip', 'gap-fill: true'],
  ])('are not looked for %s', async (_, configuration) => {
    const { configure, platform, host } = world();
    await configure(configuration);
    await fillGaps(platform);
    expect(host.requests).toEqual([]);
  });
});
