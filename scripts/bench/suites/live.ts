import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { runService } from '../services.ts';
import { quantile, size, suite } from '../suite.ts';

const clients = size(500, 20);
const entries = size(100, 5);

const [, , clientUrl] = process.argv;
if (clientUrl === undefined) await suite(measure);
else follow(clientUrl);

/** The live stream of the log. */
async function measure(folder: string) {
  const service = await runService('webhook', folder, { ENABLE_LOG_SERVER: 'true' });
  const stream = `${service.url.replace('http', 'ws')}/logs/ws`;
  const child = fork(import.meta.filename, [stream]);
  await once(child, 'message');
  const delays = once(child, 'message') as Promise<[number[]]>;
  for (let n = 0; n < entries; n += 1) {
    const message = String(Date.now());
    const timestamp = new Date().toISOString();
    await service.platform.logs.append([logEntry(message, { timestamp })]);
    await pause(25);
  }
  const value = quantile((await delays)[0], 0.99);
  child.kill();
  await service.stop();
  const name = `Live: 99 % of ${entries} entries to ${clients} clients`;
  return [{ name, value, unit: 'ms', bar: 250 }];
}

/** All clients, in a process of their own. Each message is the time at which it was appended. */
function follow(url: string): void {
  const delays: number[] = [];
  let opened = 0;
  for (let client = 0; client < clients; client += 1) {
    const socket = new WebSocket(url);
    socket.on('open', () => {
      opened += 1;
      if (opened === clients) process.send?.('open');
    });
    socket.on('message', (data: Buffer) => {
      const { message } = JSON.parse(data.toString()) as { message: string };
      delays.push(Date.now() - Number(message));
      if (delays.length === clients * entries) process.send?.(delays);
    });
  }
}
