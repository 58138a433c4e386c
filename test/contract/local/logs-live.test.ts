import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { isDeep } from '#test/support/level.ts';
import { entry } from '#test/support/logs/log-records.ts';
import { logFolder } from '#test/support/logs/log-folder.ts';

const disconnects = isDeep ? 1_000 : 200;
const timestamp = '2026-03-01T10:30:00.123Z';
interface Gap {
  readonly from: number;
  readonly to: number;
}

describe('logs: followers on a laptop', () => {
  const world = eachTest(logFolder);
  const add = (...messages: string[]) =>
    world().logs.append(messages.map((message) => entry({ timestamp, message })));
  const parsed = (text: string) => JSON.parse(text) as PlacedEntry & { readonly gap?: Gap };
  const cursors = async () =>
    (await world().logs.search({}, { limit: 100_000, order: 'oldest' })).entries.map(
      (one) => one.cursor,
    );

  it(`lose and repeat nothing over ${disconnects} random disconnects (R6)`, async () => {
    let random = 7;
    const next = (below: number) => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    let isDone = false;
    let written = 0;
    const write = async () => {
      for (; !isDone; written += 1) {
        await add(...Array.from({ length: 1 + next(4) }, (_, at) => `${written}.${at}`));
        await turn();
      }
      await add('the last one');
    };
    const writing = write();
    const received: number[] = [];
    let after = 0;
    for (let connections = 0; ; connections += 1) {
      const { client } = await world().server.pair();
      await world().logs.follow(client.connection, { after });
      const isLast = connections === disconnects;
      if (isLast) isDone = true;
      for (let count = next(6); isLast || count > 0; count -= 1) {
        const { cursor, message } = parsed(await client.next());
        received.push(cursor);
        after = cursor;
        if (message === 'the last one') break;
      }
      if (next(2) === 0) await world().logs.leave(client.connection);
      await client.leave();
      if (isLast) break;
    }
    await writing;
    expect(received).toEqual(await cursors());
  });

  it('learn from one message which entries a slow client has missed', async () => {
    const { near, far, client } = await world().server.pair();
    await world().logs.follow(client.connection, {});
    far.pause();
    const long = 'x'.repeat(60_000);
    // The kernel takes some megabytes before anything waits with us.
    for (let n = 0; near.bufferedAmount < 400_000; n += 1) await add(`${n} ${long}`);
    for (let n = 0; n < 20; n += 1) await add(`lost? ${n} ${long}`);
    await add('short');
    far.resume();
    const seen: number[] = [];
    let gap: Gap | undefined;
    while (!gap) {
      const message = parsed(await client.next());
      if (message.gap) gap = message.gap;
      else seen.push(message.cursor);
    }
    await add('later');
    // The short one may have found room again.
    const after: number[] = [];
    for (let message = ''; message !== 'later';) {
      const entry = parsed(await client.next());
      message = entry.message ?? '';
      after.push(entry.cursor);
    }
    const all = await cursors();
    const { from, to } = gap;
    expect([...seen, ...all.filter((one) => one >= from && one <= to), ...after]).toEqual(all);
    expect(from).toBeLessThan(to);
    await client.leave();
  });

  it('get all that came while a slow client was still at the past (R6)', async () => {
    const long = 'x'.repeat(60_000);
    for (let n = 0; n < 200; n += 1) await add(`${n} ${long}`);
    const { near, far, client } = await world().server.pair();
    far.pause();
    await world().logs.follow(client.connection, { after: 1 });
    while (near.bufferedAmount < 100_000) await turn();
    // More than is held back for a follower.
    for (let n = 0; n < 3; n += 1)
      await add(...Array.from({ length: 500 }, (_, at) => `${n}.${at}`));
    await add('end');
    far.resume();
    const got: number[] = [];
    for (let message = ''; message !== 'end';) {
      const next = parsed(await client.next());
      message = next.message;
      got.push(next.cursor);
    }
    expect(got).toEqual(await cursors());
    await client.leave();
  });

  it('get what another process appends, and the next day', async () => {
    const { client } = await world().server.pair();
    await world().logs.follow(client.connection, {});
    const line = (message: string) => `${JSON.stringify(entry({ timestamp, message }))}\n`;
    const half = line('other').slice(0, 20);
    appendFileSync(world().file('webhooks_2026-03-01.json'), half);
    appendFileSync(world().file('webhooks_2026-03-01.json'), line('other').slice(20));
    expect(parsed(await client.next()).message).toBe('other');
    writeFileSync(world().file('webhooks_2026-03-02.json'), line('tomorrow'));
    expect(parsed(await client.next()).message).toBe('tomorrow');
    await client.leave();
  });

  it.each<[string, () => void]>([
    ['removes the file', () => rmSync(world().file('webhooks_2026-03-01.json'))],
    ['removes the folder', () => rmSync(world().directory, { recursive: true })],
    ['empties the file', () => truncateSync(world().file('webhooks_2026-03-01.json'))],
  ])('get what is written after somebody %s of the day (R6)', async (_, remove) => {
    const { client } = await world().server.pair();
    await world().logs.follow(client.connection, {});
    await add('one', 'two', 'three');
    for (const message of ['one', 'two']) {
      expect(parsed(await client.next())).toMatchObject({ message });
    }
    const { cursor } = parsed(await client.next());
    remove();
    await add('four');
    await client.closed;
    const again = await world().server.pair();
    await world().logs.follow(again.client.connection, { after: cursor });
    await add('five');
    for (const message of ['four', 'five']) {
      expect(parsed(await again.client.next())).toMatchObject({ message });
    }
    expect(await world().messages()).toEqual(['four', 'five']);
    await again.client.leave();
  });

  it('get a cut entry when it is too long for a message', async () => {
    const { client } = await world().server.pair();
    await world().logs.follow(client.connection, {});
    await add('\u0001'.repeat(300_000));
    const { message } = parsed(await client.next());
    expect(message).toMatch(/… \(292000 characters cut\)$/);
    await client.leave();
  });
});
