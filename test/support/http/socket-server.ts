import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { atEnd } from '#test/support/at-end.ts';
import type { SocketClient } from '#test/contract/sockets-suite.ts';

/** A server on a free port whose connections are reachable through localSockets(). */
export async function socketServer() {
  const local = localSockets();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let connections = 0;
  atEnd(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    local,
    sockets: local.sockets,

    /** Both ends of a new connection. */
    async pair(id = `connection-${++connections}`) {
      const accepted = once(server, 'connection') as Promise<[WebSocket]>;
      const far = new WebSocket(`ws://127.0.0.1:${port}`);
      const client = clientOf(far, id);
      const [near] = await accepted;
      local.attach(client.connection, near);
      await once(far, 'open');
      const leave = async () => {
        const noticed = near.readyState === near.CLOSED ? undefined : once(near, 'close');
        far.close();
        await noticed;
      };
      return { far, near, client: { ...client, leave } satisfies SocketClient };
    },
  };
}

function clientOf(far: WebSocket, connection: string) {
  const arrived: string[] = [];
  const asked: ((text: string) => void)[] = [];
  far.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    const first = asked.shift();
    if (first) first(text);
    else arrived.push(text);
  });
  return {
    connection,
    closed: once(far, 'close').then(() => {}),
    next() {
      const text = arrived.shift();
      return text === undefined
        ? new Promise<string>((resolve) => asked.push(resolve))
        : Promise.resolve(text);
    },
  };
}
