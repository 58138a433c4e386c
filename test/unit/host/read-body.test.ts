import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { limitSilence, readBody } from '#core/host/gateway/read-body.ts';
import { manualClock } from '#test/support/manual-clock.ts';

it.each([
  ['a body that came with its head starts no timer', true, 0],
  ['one that is still to come starts one', false, 1],
])('%s', async (_, isThere, timers) => {
  const headers = { 'content-length': '5' };
  const request = Object.assign(new EventEmitter(), { headers, complete: false });
  const clock = manualClock();
  const sleep = vi.spyOn(clock, 'sleep');
  void limitSilence(request as unknown as IncomingMessage, clock, () => {});
  // The rest of what was read is parsed in the same turn.
  request.complete = isThere;
  await new Promise(setImmediate);
  expect(sleep).toHaveBeenCalledTimes(timers);
  request.emit('close');
});

it('a body of small parts keeps none of the buffers in which they were read (S14)', async () => {
  const headers = { 'transfer-encoding': 'chunked' };
  const request = Object.assign(new EventEmitter(), { headers });
  const taken: number[] = [];
  const refused = new Promise<never>(() => {});
  const hold = { refused, grow: (bytes: number) => taken.push(bytes), end() {}, release() {} };
  const reading = readBody(request as unknown as IncomingMessage, 40_000, hold);
  const read = Buffer.alloc(65_536);
  for (const letter of 'abc') {
    read.write(letter);
    request.emit('data', read.subarray(0, 1));
  }
  request.emit('data', Buffer.alloc(20_000, 'd'));
  request.emit('end');
  read.fill('x');
  expect(String(await reading)).toBe(`abc${'d'.repeat(20_000)}`);
  expect(taken).toEqual([16_384, 16_384, 16_384, 32_768]);
});
