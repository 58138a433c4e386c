import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import type { QueueCapabilities, QueueWorld } from '#test/contract/queue-suite.ts';
import { drain, receiveOne } from './receive.ts';

export function deliveryCases(open: () => Promise<QueueWorld>, capabilities: QueueCapabilities) {
  const world = eachTest(open);
  const visible = capabilities.visibilitySeconds;
  const { receiptsExpire = true } = capabilities;
  const none = (name: string) =>
    world()
      .queue.receive(name, { max: 10, waitSeconds: 0 })
      .then((messages) => expect(messages).toEqual([]));

  it('a message nobody answered comes again, with a new receipt (R1)', async () => {
    const { queue, advance } = world();
    const { id } = await queue.send('work', 'a');
    const first = await receiveOne(queue, 'work');
    await none('work');
    await advance(visible);
    const second = await receiveOne(queue, 'work');
    expect(second).toMatchObject({ id, attempts: 2, body: first.body, sentAt: first.sentAt });
    expect(second.receipt).not.toBe(first.receipt);
  });

  it('an acknowledged message never comes again', async () => {
    const { queue, advance } = world();
    await queue.send('work', 'a');
    const message = await receiveOne(queue, 'work');
    await queue.acknowledge(message);
    await queue.acknowledge(message);
    await advance(visible);
    await none('work');
    await none('work-dead');
  });

  it('a poisonous message ends among the dead letters, others pass (R4)', async () => {
    const { queue, advance } = world();
    await queue.send('work', 'poison');
    for (const attempts of [1, 2]) {
      const message = await receiveOne(queue, 'work');
      expect([message.body, message.attempts]).toEqual(['poison', attempts]);
      await advance(visible);
    }
    await queue.send('work', 'good');
    const good = await receiveOne(queue, 'work');
    expect(good.body).toBe('good');
    await queue.acknowledge(good);
    await none('work');
    const dead = await receiveOne(queue, 'work-dead');
    expect(dead).toMatchObject({ queue: 'work-dead', body: 'poison' });
    await queue.acknowledge(dead);
    await none('work-dead');
  });

  it('release: it comes again at once, and the receipt is spent', async () => {
    const { queue } = world();
    const { id } = await queue.send('calm', 'a');
    const first = await receiveOne(queue, 'calm');
    await queue.release(first, 0);
    const second = await receiveOne(queue, 'calm');
    expect(second).toMatchObject({ id, attempts: 2 });
    if (!receiptsExpire) return;
    await queue.release(first, 0);
    await none('calm');
  });

  it('release with a delay: not before, but then', async () => {
    const { queue, advance } = world();
    await queue.send('calm', 'a');
    await queue.release(await receiveOne(queue, 'calm'), 2);
    await none('calm');
    await advance(2);
    expect(await receiveOne(queue, 'calm')).toMatchObject({ body: 'a', attempts: 2 });
  });

  it('send with a delay: not before, but then', async () => {
    const { queue, advance } = world();
    await queue.send('calm', 'later', { delaySeconds: 2 });
    await queue.send('calm', 'now');
    const met = await drain(queue, 'calm', 2);
    expect(met.map(({ body }) => body)).toEqual(['now']);
    await advance(2);
    expect(await receiveOne(queue, 'calm')).toMatchObject({ body: 'later', attempts: 1 });
  });

  it('extend: it stays hidden longer than the visibility time', async () => {
    const { queue, advance } = world();
    await queue.send('work', 'a');
    const message = await receiveOne(queue, 'work');
    expect(await queue.extend(message, visible + 30)).toBe(true);
    await advance(visible);
    await none('work');
    await queue.acknowledge(message);
    await none('work');
  });

  it.runIf(receiptsExpire)(
    'a stale receipt does nothing to the message that somebody else holds (R3)',
    async () => {
      const { queue } = world();
      await queue.send('calm', 'a');
      const stale = await receiveOne(queue, 'calm');
      await queue.release(stale, 0);
      const held = await receiveOne(queue, 'calm');
      expect(await queue.extend(stale, 0)).toBe(false);
      await queue.release(stale, 0);
      await none('calm');
      await queue.acknowledge(stale);
      expect(await queue.extend(held, 0)).toBe(true);
      expect(await receiveOne(queue, 'calm')).toMatchObject({ body: 'a', attempts: 3 });
    },
  );

  if (!capabilities.realTime) {
    it('delays reach 900 s for a send and 43,200 s for a release and an extension', async () => {
      const { queue, advance } = world();
      await queue.send('calm', 'a', { delaySeconds: 900 });
      await advance(899);
      await none('calm');
      await advance(1);
      await queue.release(await receiveOne(queue, 'calm'), 43_200);
      await advance(43_199);
      await none('calm');
      await advance(1);
      expect(await queue.extend(await receiveOne(queue, 'calm'), 43_200)).toBe(true);
      await advance(43_199);
      await none('calm');
      await advance(1);
      expect(await receiveOne(queue, 'calm')).toMatchObject({ attempts: 3 });
    });
  }
}
