import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import type { QueueWorld } from '#test/contract/queue-suite.ts';
import { receiveOne } from './receive.ts';

export function waitCases(open: () => Promise<QueueWorld>) {
  const world = eachTest(open);
  const patient = { max: 10, waitSeconds: 20 };
  const bodies = (messages: readonly { body: string }[]) => messages.map(({ body }) => body);

  it('receive: nothing within the wait is an empty list', async () => {
    const { queue, advance } = world();
    const waiting = queue.receive('calm', { max: 10, waitSeconds: 1 });
    await advance(1);
    expect(await waiting).toEqual([]);
  });

  it('receive: a message sent meanwhile ends the wait', async () => {
    const { queue } = world();
    const waiting = queue.receive('calm', patient);
    await queue.send('calm', 'a');
    expect(bodies(await waiting)).toEqual(['a']);
  });

  it('receive: a delayed message that falls due ends the wait', async () => {
    const { queue, advance } = world();
    await queue.send('calm', 'a', { delaySeconds: 1 });
    const waiting = queue.receive('calm', patient);
    await advance(1);
    expect(bodies(await waiting)).toEqual(['a']);
  });

  it('receive: two wait, one message, one gets it', async () => {
    const { queue, advance } = world();
    const waiting = [1, 2].map((waitSeconds) => queue.receive('calm', { max: 10, waitSeconds }));
    await queue.send('calm', 'a');
    await advance(2);
    expect((await Promise.all(waiting)).flat()).toHaveLength(1);
  });

  it('receive: does not wait at all when the signal has aborted before', async () => {
    const { queue } = world();
    const signal = AbortSignal.abort();
    expect(await queue.receive('calm', { ...patient, signal })).toEqual([]);
  });

  it('receive: stops waiting when the signal aborts, and takes nothing with it', async () => {
    const { queue } = world();
    const controller = new AbortController();
    const waiting = queue.receive('calm', { ...patient, signal: controller.signal });
    controller.abort();
    expect(await waiting).toEqual([]);
    await queue.send('calm', 'a');
    expect(await receiveOne(queue, 'calm')).toMatchObject({ body: 'a', attempts: 1 });
    // Half of the wait: who does not hear the signal is red.
  }, 10_000);
}
