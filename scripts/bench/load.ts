import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { size } from './suite.ts';

const seconds = size(1, 0.5);

// Raw sockets in another thread: an HTTP client in the server's thread would measure itself.
const client = `
const { parentPort, workerData } = require('node:worker_threads');
const net = require('node:net');
const { host, port, request, connections, seconds } = workerData;
const times = [];
const sockets = Array.from({ length: connections }, () => {
  let start = 0;
  const write = () => { start = performance.now(); socket.write(request); };
  const socket = net.connect(port, host, write);
  let rest = '';
  socket.on('data', (data) => {
    rest += data.latin1Slice();
    const end = rest.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = Number(/content-length: *(\\d+)/i.exec(rest)?.[1] ?? 0);
    if (rest.length < end + 4 + length) return;
    if (!/^HTTP\\/1.1 20[01]/.test(rest)) throw new Error('no success: ' + rest.slice(0, 100));
    rest = '';
    times.push(performance.now() - start);
    write();
  });
  socket.on('error', () => {});
  return socket;
});
setTimeout(() => {
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)];
  parentPort.postMessage({ rate: times.length / seconds, p99 });
}, seconds * 1000);
`;

/** Requests per second; 99 of 100 are answered within `p99` milliseconds. */
export function load(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', body = '', connections = 16 } = {},
): Promise<{ readonly rate: number; readonly p99: number }> {
  const { host, hostname, port, pathname } = new URL(url);
  const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  const target = { host: hostname, port: Number(port), connections };
  return new Promise((resolve, reject) => {
    const worker = new Worker(client, { eval: true, workerData: { ...target, request, seconds } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** A server of this process without anything of ours. */
export async function bareServer(answer: RequestListener) {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}
