import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { QueueCapabilities, QueueWorld } from '#test/contract/queue-suite.ts';
import { drain, receiveOne } from './receive.ts';

export function sendCases(open: () => Promise<QueueWorld>, { exactDepth }: QueueCapabilities) {
  const world = eachTest(open);

  it('receive: the message as it was sent, and nothing after its acknowledgement', async () => {
    const { queue } = world();
    const { id } = await queue.send('calm', 'hello');
    const message = await receiveOne(queue, 'calm');
    expect(message).toMatchObject({ queue: 'calm', id, attempts: 1 });
    expect(message.sentAt).toBeInstanceOf(Date);
    expect(message.sentAt.getTime()).toBeGreaterThan(Date.UTC(2020, 0));
    expect(await queue.open(message.body)).toBe('hello');
    await queue.acknowledge(message);
    expect(await queue.receive('calm', { max: 10, waitSeconds: 0 })).toEqual([]);
  });

  it('send: repeated, a second message', async () => {
    const { queue } = world();
    const ids = [(await queue.send('calm', 'same')).id, (await queue.send('calm', 'same')).id];
    const met = await drain(queue, 'calm', 2);
    expect(met.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Set(ids).size).toBe(2);
  });

  it('receive: racing receivers share the messages, none gets one twice', async () => {
    const { queue } = world();
    const sent = await Promise.all(
      Array.from({ length: 16 }, (_, at) => queue.send('calm', `m${at}`)),
    );
    const met = (
      await Promise.all(
        Array.from({ length: 8 }, () => queue.receive('calm', { max: 2, waitSeconds: 0 })),
      )
    ).flat();
    met.push(...(await drain(queue, 'calm', 16 - met.length)));
    expect(met.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
  });

  it('depth: what waits, what is delayed, what is in flight', async () => {
    const { queue } = world();
    for (const body of ['a', 'b', 'c']) await queue.send('calm', body);
    await queue.send('calm', 'later', { delaySeconds: 900 });
    const [message] = await drain(queue, 'calm', 1);
    const depth = await queue.depth('calm');
    if (exactDepth) expect(depth).toEqual({ waiting: 2, delayed: 1, inFlight: 1 });
    else expect(Object.keys(depth).sort()).toEqual(['delayed', 'inFlight', 'waiting']);
    if (message) await queue.acknowledge(message);
    if (exactDepth) expect(await queue.depth('calm')).toMatchObject({ waiting: 2, inFlight: 0 });
  });

  const undefinedQueue: [string, (world: QueueWorld) => Promise<unknown>][] = [
    ['send', ({ queue }) => queue.send('none', 'a')],
    ['receive', ({ queue }) => queue.receive('none', { max: 1, waitSeconds: 0 })],
    ['acknowledge', ({ queue }) => queue.acknowledge({ queue: 'none', receipt: 'r', body: 'b' })],
    ['release', ({ queue }) => queue.release({ queue: 'none', receipt: 'r' }, 0)],
    ['extend', ({ queue }) => queue.extend({ queue: 'none', receipt: 'r' }, 1)],
    ['depth', ({ queue }) => queue.depth('none')],
    ['dead letters of dead letters', ({ queue }) => queue.send('work-dead-dead', 'a')],
  ];
  it.each(undefinedQueue)('a queue that was not defined is missing: %s', async (_, call) => {
    await expectFailure(call(world()), 'missing', 'no_queue');
  });

  const outOfRange: [string, (world: QueueWorld) => Promise<unknown>][] = [
    ['a delay of 901 s', ({ queue }) => queue.send('calm', 'a', { delaySeconds: 901 })],
    ['a negative delay', ({ queue }) => queue.send('calm', 'a', { delaySeconds: -1 })],
    ['no message at all', ({ queue }) => queue.receive('calm', { max: 0, waitSeconds: 0 })],
    ['11 messages', ({ queue }) => queue.receive('calm', { max: 11, waitSeconds: 0 })],
    ['a wait of 21 s', ({ queue }) => queue.receive('calm', { max: 1, waitSeconds: 21 })],
    ['a release after 43,201 s', ({ queue }) => held(queue, (m) => queue.release(m, 43_201))],
    ['a negative release', ({ queue }) => held(queue, (m) => queue.release(m, -1))],
    ['an extension by 43,201 s', ({ queue }) => held(queue, (m) => queue.extend(m, 43_201))],
  ];
  it.each(outOfRange)('refuses %s', async (_, call) => {
    await expectFailure(call(world()), 'invalid');
    expect(await world().queue.receive('calm', { max: 10, waitSeconds: 0 })).toEqual([]);
  });
}

type Queue = QueueWorld['queue'];

async function held<T>(queue: Queue, use: (message: { queue: string; receipt: string }) => T) {
  await queue.send('calm', 'a');
  return use(await receiveOne(queue, 'calm'));
}
