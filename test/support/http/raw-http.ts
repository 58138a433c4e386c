import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface RawConnection {
  readonly socket: Socket;
  write(bytes: string | Uint8Array): void;
  /** Everything received until `enough` returns true or the server closes. */
  until(enough: (text: string) => boolean): Promise<string>;
  /** Everything received until the server closes. */
  rest(): Promise<string>;
}

/** A TCP connection for requests that no client library would send. */
export async function rawHttp(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  let ended = false;
  const waiting = new Set<() => void>();
  const look = () => waiting.forEach((notice) => notice());
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    look();
  });
  // A reset also ends the connection; the bytes before it count.
  socket.on('error', () => {});
  socket.on('close', () => {
    ended = true;
    look();
  });

  function until(enough: (text: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      const notice = () => {
        if (!ended && !enough(text)) return;
        waiting.delete(notice);
        resolve(text);
      };
      waiting.add(notice);
      notice();
    });
  }

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    until,
    rest: () => until(() => false),
  };
}
