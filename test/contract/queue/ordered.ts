import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { QueueCapabilities, QueueWorld } from '#test/contract/queue-suite.ts';
import { drain, receiveOne } from './receive.ts';

export function orderedCases(open: () => Promise<QueueWorld>, capabilities: QueueCapabilities) {
  const world = eachTest(open);
  const visible = capabilities.visibilitySeconds;

  const send = async (name: string, ...messages: readonly string[]) => {
    // `a1` is the first message of group `a`.
    for (const body of messages) await world().queue.send(name, body, { group: body[0] ?? '' });
  };
  /** All that can be received now. */
  const visibleIn = async (name: string) => {
    const met = await drain(world().queue, name, 10);
    return met.toSorted((one, other) => (one.body < other.body ? -1 : 1));
  };
  const bodies = (messages: readonly { body: string }[]) => messages.map(({ body }) => body);

  it('one message of each group at a time, in the order sent', async () => {
    const { queue } = world();
    await send('ordered', 'a1', 'a2', 'b1', 'a3', 'b2');
    const seen: string[][] = [];
    for (;;) {
      const met = await visibleIn('ordered');
      if (met.length === 0) break;
      seen.push(bodies(met));
      for (const message of met) await queue.acknowledge(message);
    }
    expect(seen).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']]);
  });

  it('a message names its group; sent with that, another one is of the same group', async () => {
    const { queue } = world();
    const group = `ä group ${'x'.repeat(200)}`;
    await queue.send('ordered', 'a1', { group });
    const first = await receiveOne(queue, 'ordered');
    await queue.send('ordered', 'a2', { group: first.group });
    await queue.send('ordered', 'a3', { group });
    expect(await visibleIn('ordered')).toEqual([]);
    await queue.acknowledge(first);
    const second = await receiveOne(queue, 'ordered');
    expect(second).toMatchObject({ body: 'a2', group: first.group });
  });

  it('a released message holds back its group alone, until it was delivered again', async () => {
    const { queue, advance } = world();
    await send('ordered', 'a1', 'a2', 'b1');
    const [a1, b1] = await visibleIn('ordered');
    if (!a1 || !b1) throw new Error('two groups, two messages');
    await queue.release(a1, 2);
    await queue.acknowledge(b1);
    await send('ordered', 'b2');
    expect(bodies(await visibleIn('ordered'))).toEqual(['b2']);
    await advance(2);
    const [again] = await visibleIn('ordered');
    expect(again).toMatchObject({ body: 'a1', attempts: 2 });
    if (again) await queue.acknowledge(again);
    expect(bodies(await visibleIn('ordered'))).toEqual(['a2']);
  });

  it('a message that nobody answered comes again before its successors (R1)', async () => {
    const { queue, advance } = world();
    await send('ordered-work', 'a1', 'a2');
    await receiveOne(queue, 'ordered-work');
    await advance(visible);
    expect(bodies(await visibleIn('ordered-work'))).toEqual(['a1']);
  });

  it('a dead letter frees its group, and keeps it (R4)', async () => {
    const { queue, advance } = world();
    await send('ordered-work', 'a1', 'a2', 'a3');
    for (const _ of [1, 2]) {
      expect((await receiveOne(queue, 'ordered-work')).body).toBe('a1');
      await advance(visible);
    }
    const next = await receiveOne(queue, 'ordered-work');
    expect(next).toMatchObject({ body: 'a2', attempts: 1 });
    const dead = await receiveOne(queue, 'ordered-work-dead');
    expect(dead).toMatchObject({ body: 'a1', group: 'a' });
    await queue.acknowledge(next);
    expect((await receiveOne(queue, 'ordered-work')).body).toBe('a3');
  });

  it('racing senders and receivers: each once, and no group in two hands', async () => {
    const { queue } = world();
    const groups = ['a', 'b', 'c', 'd'];
    await Promise.all(
      groups.map(async (group) => {
        for (let at = 0; at < 6; at += 1) await queue.send('ordered', `${group}${at}`, { group });
      }),
    );
    const held = new Set<string>();
    const met: string[] = [];
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let tries = 0; tries < 60 && met.length < 24; tries += 1) {
          const messages = await queue.receive('ordered', { max: 2, waitSeconds: 0 });
          for (const { group = '' } of messages) {
            expect(held.has(group)).toBe(false);
            held.add(group);
          }
          for (const message of messages) {
            met.push(message.body);
            held.delete(message.group ?? '');
            await queue.acknowledge(message);
          }
        }
      }),
    );
    for (const group of groups) {
      const expected = [0, 1, 2, 3, 4, 5].map((at) => `${group}${at}`);
      expect(met.filter((body) => body.startsWith(group))).toEqual(expected);
    }
  });

  it.each<[string, (world: QueueWorld) => Promise<unknown>]>([
    ['a message without group', ({ queue }) => queue.send('ordered', 'a')],
    ['an empty group', ({ queue }) => queue.send('ordered', 'a', { group: '' })],
    ['a delay', ({ queue }) => queue.send('ordered', 'a', { group: 'a', delaySeconds: 1 })],
    ['a group elsewhere', ({ queue }) => queue.send('calm', 'a', { group: 'a' })],
  ])('refuses %s', async (_, call) => {
    await expectFailure(call(world()), 'invalid');
  });
}
