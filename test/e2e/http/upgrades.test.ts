import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { allTests } from '#test/support/at-end.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const upgrade = (path: string, protocol: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

describe('connections that ask for another protocol', () => {
  const world = allTests(() => openWorld(onLocal, 'agent'));

  it('get HTTP/1.1 when they only offer one, as clients with h2c do', async () => {
    const client = await rawHttp(world().url);
    client.write(upgrade('/sessions', 'h2c'));
    const text = await client.until((read) => read.includes('"sessions"'));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    client.socket.destroy();
  });

  it('are let go of once a WebSocket was refused, whether or not they leave', async () => {
    const own = await openWorld(onLocal, 'agent');
    const { hostname, port } = new URL(own.url);
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    client.write(upgrade('/nowhere', 'websocket'));
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
    // It would wait for ever for a connection that stays half open.
    await own.close();
    client.destroy();
  }, 15_000);

  it('may be reset at any moment, and the service answers on', async () => {
    const { hostname, port } = new URL(world().url);
    for (let round = 0; round < 50; round++) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(upgrade('/nowhere', 'websocket'));
      // Half of them while we decide, half when the answer is on its way.
      if (round % 2 === 0) await once(socket, 'readable');
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect((await world().send({ path: '/sessions' })).status).toBe(200);
  });
});
