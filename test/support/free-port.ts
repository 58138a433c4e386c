import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const lowest = 22_000;
const span = 10_000;

let next = randomInt(span);

const isFree = (port: number) =>
  new Promise<boolean>((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
  });

/**
 * A port that nothing listens on, for a program that needs it before it starts.
 *
 * Linux and macOS give ports above 32,768 to whoever connects or asks for any:
 * one of those can be in use again before the program listens on it.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < span; tried++) {
    const port = lowest + (next++ % span);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${lowest} on is free`);
}
