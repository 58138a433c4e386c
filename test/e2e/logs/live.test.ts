import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { eachTest } from '#test/support/each-test.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const environment = { ENABLE_LOG_SERVER: 'true' };

/** A client, with the messages that have arrived. */
function client(world: World, query = '', options: object = {}) {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/logs/ws${query}`, options);
  const entries: PlacedEntry[] = [];
  socket.on('message', (data: Buffer) => entries.push(JSON.parse(String(data)) as PlacedEntry));
  const closed = once(socket, 'close').then(([code, text]) => [code as number, String(text)]);
  const opened = once(socket, 'open');
  return { socket, entries, opened, closed, messages: () => entries.map((each) => each.message) };
}

describe('the live stream', () => {
  const world = eachTest(() => openWorld(onLocal, 'webhook', { environment }));
  const append = (...texts: string[]) =>
    world().platform.logs.append(texts.map((text) => logEntry(text, { hook_id: text })));

  it('sends new entries that match, as they are in searches', async () => {
    await append('before');
    const all = client(world());
    const some = client(world(), '?search=TWO&level=');
    await Promise.all([all.opened, some.opened]);
    await append('one', 'two');
    await expect.poll(all.messages).toEqual(['one', 'two']);
    await expect.poll(some.messages).toEqual(['two']);
    const [newest] = (await world().platform.logs.search({}, { limit: 1 })).entries;
    expect(all.entries.at(-1)).toEqual(newest);
    all.socket.terminate();
    some.socket.terminate();
  });

  it('sends what was missed since a cursor, then goes on (R6)', async () => {
    await append('one', 'two', 'three');
    const { entries } = await world().platform.logs.search({}, { limit: 10, order: 'oldest' });
    const resumed = client(world(), `?after=${entries[0]?.cursor}`);
    await resumed.opened;
    await append('four');
    await expect.poll(resumed.messages).toEqual(['two', 'three', 'four']);
    resumed.socket.terminate();
  });

  it.each([
    ['?start_time=yesterday', 'Invalid start_time format: yesterday. Expected ISO 8601 format.'],
    ['?pr_number=x', 'pr_number: must be a whole number from 1 to 999999999'],
    ['?after=-1', 'after: must be a whole number from 0 to 9007199254740991'],
    [`?start_time=${'%C3%BC'.repeat(100)}`, expect.stringMatching(/^Invalid start_time .*ü$/)],
  ])('accepts %s and closes with 1008 and the reason', async (query, reason) => {
    const refused = client(world(), query);
    await refused.opened;
    expect(await refused.closed).toEqual([1008, reason]);
  });

  it('refuses pages of other sites (S12)', async () => {
    const foreign = new WebSocket(`${world().url.replace('http', 'ws')}/logs/ws`, {
      origin: 'https://evil.example',
    });
    const [error] = (await once(foreign, 'error')) as [Error];
    expect(error.message).toBe('Unexpected server response: 403');
  });

  it('pings every 30 seconds, and cuts who does not answer', async () => {
    const [quick, dead] = [client(world()), client(world(), '', { autoPong: false })];
    await Promise.all([quick.opened, dead.opened]);
    const pings = Promise.all([once(quick.socket, 'ping'), once(dead.socket, 'ping')]);
    await world().clock.advance(30_000);
    await pings;
    const pinged = once(quick.socket, 'ping');
    await world().clock.advance(30_000);
    await pinged;
    expect(await dead.closed).toEqual([1006, '']);
    expect(quick.socket.readyState).toBe(WebSocket.OPEN);
    quick.socket.terminate();
  });
});

describe.each([undefined, 'True', '1', 'true '])('with ENABLE_LOG_SERVER=%s', (value) => {
  const world = eachTest(() =>
    openWorld(onLocal, 'webhook', { environment: { ENABLE_LOG_SERVER: value } }),
  );

  it('the stream is accepted and closed with 1008, and the interface answers 404', async () => {
    const refused = client(world());
    await refused.opened;
    expect(await refused.closed).toEqual([1008, 'Log server is disabled']);
    const detail = 'Log server is disabled. Set ENABLE_LOG_SERVER=true to enable.';
    for (const path of [
      ...['entries', 'entries?limit=0', 'export', 'export.ndjson', 'around', 'histogram'],
      ...['pr-flow/x', 'workflow-steps/x', 'step-logs/x/y'],
    ]) {
      const reply = await world().send({ path: `/logs/api/${path}` });
      expect([path, reply.status, reply.json()]).toEqual([path, 404, { detail }]);
    }
  });
});
