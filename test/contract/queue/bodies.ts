import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import type { QueueWorld } from '#test/contract/queue-suite.ts';
import { receiveOne } from './receive.ts';

const mebibyte = 1024 * 1024;

const bodies: [string, string][] = [
  ['nothing', ''],
  ['a blank', ' '],
  ['Unicode', 'Grüße, 日本語, 😀, e\u0301, \uffff, \u2028'],
  ['JSON', '{"a":"\\u0000<>&\\"","b":[1,2]}'],
  ['markup', '<xml a="&lt;">]]>&amp;</xml>'],
  ['control characters', '\u0000\u0001\b\u001f\u007f\ufffe'],
  ['line ends of every kind', 'a\nb\r\nc\rd\t'],
  ['1 MiB', 'x'.repeat(mebibyte)],
  ['1 MiB and a byte', 'x'.repeat(mebibyte + 1)],
  ['1 MiB in bytes, less in characters', 'ä'.repeat(mebibyte / 2)],
  ['more than 1 MiB in bytes, less in characters', 'ä'.repeat(mebibyte / 2) + 'b'],
  ['5 MiB of Unicode', '日本😀ab'.repeat(mebibyte / 2)],
];

export function bodyCases(open: () => Promise<QueueWorld>) {
  const world = eachTest(open);

  it.each(bodies)('%s comes out as it went in', async (_, body) => {
    const { queue } = world();
    const { id } = await queue.send('calm', body);
    const message = await receiveOne(queue, 'calm');
    expect(message.id).toBe(id);
    expect((await queue.open(message.body)) === body).toBe(true);
    await queue.acknowledge(message);
    expect(await queue.receive('calm', { max: 10, waitSeconds: 0 })).toEqual([]);
  });

  const large = 'ü'.repeat(mebibyte);

  it('a body beyond 1 MiB travels as a small claim check', async () => {
    const { queue } = world();
    await queue.send('calm', large);
    const message = await receiveOne(queue, 'calm');
    expect(Buffer.byteLength(message.body)).toBeLessThan(2048);
    expect((await queue.open(message.body)) === large).toBe(true);
    expect((await queue.open(message.body)) === large).toBe(true);
  });

  it('a claim check whose message was acknowledged opens no more', async () => {
    const { queue } = world();
    await queue.send('calm', large);
    const message = await receiveOne(queue, 'calm');
    await queue.acknowledge(message);
    await expectFailure(queue.open(message.body), 'missing', 'no_body');
  });

  it('a body that looks like a claim check is only text', async () => {
    const { queue } = world();
    await queue.send('calm', large);
    const claim = (await receiveOne(queue, 'calm')).body;
    await queue.send('calm', claim);
    const copy = await receiveOne(queue, 'calm');
    expect(await queue.open(copy.body)).toBe(claim);
    await queue.acknowledge(copy);
    expect((await queue.open(claim)) === large).toBe(true);
  });

  it('a large body is still there on the second delivery', async () => {
    const { queue } = world();
    await queue.send('calm', large);
    await queue.release(await receiveOne(queue, 'calm'), 0);
    const again = await receiveOne(queue, 'calm');
    expect(again.attempts).toBe(2);
    expect((await queue.open(again.body)) === large).toBe(true);
  });
}
