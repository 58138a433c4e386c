import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { socketServer } from '#test/support/http/socket-server.ts';
import { socketsContract } from './sockets-suite.ts';

socketsContract('ws', async () => {
  const server = await socketServer();
  return {
    sockets: server.sockets,
    connect: async () => (await server.pair()).client,
  };
});

describe('sockets: ws alone', () => {
  let server: Awaited<ReturnType<typeof socketServer>>;
  beforeAll(async () => {
    server = await socketServer();
  });

  it('cuts off a client that does not read, and no other', async () => {
    const [lazy, busy] = [await server.pair(), await server.pair()];
    lazy.far.pause();
    const text = 'x'.repeat(128 * 1024);
    const ended = once(lazy.near, 'close');
    let sent = 0;
    // What the kernel's own buffers take comes first; then at most 1 MiB waits with us.
    while (await server.sockets.send(lazy.client.connection, text)) {
      expect(lazy.near.bufferedAmount).toBeLessThanOrEqual(1024 * 1024);
      expect(++sent).toBeLessThan(1_000);
    }
    await ended;
    expect(sent).toBeGreaterThan(0);
    expect(await server.sockets.send(lazy.client.connection, 'x')).toBe(false);
    expect(await server.sockets.send(busy.client.connection, 'still here')).toBe(true);
    expect(await busy.client.next()).toBe('still here');
    lazy.far.terminate();
    await busy.client.leave();
  });

  it('keeps messages and the close of a connection until its handshake is done', async () => {
    const { local, sockets } = server;
    local.expect('early');
    expect(await sockets.send('early', 'first')).toBe(true);
    await sockets.close('early', { code: 1008, text: 'not today' });
    expect(await sockets.send('early', 'after the close')).toBe(false);
    const early = await server.pair('early');
    const ended = once(early.far, 'close') as Promise<[number, Buffer]>;
    expect(await early.client.next()).toBe('first');
    expect((await ended).map(String)).toEqual(['1008', 'not today']);
    expect(await sockets.send('early', 'x')).toBe(false);

    local.expect('busy');
    const text = 'x'.repeat(128 * 1024);
    for (let sent = 0; sent < 8; sent += 1) expect(await sockets.send('busy', text)).toBe(true);
    expect(await sockets.send('busy', text)).toBe(false);
    local.forget('busy');
    expect(await sockets.send('busy', 'x')).toBe(false);
  });
});
