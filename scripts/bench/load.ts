import { Worker } from 'node:worker_threads';

const seconds = 1;

// Raw sockets in another thread: an HTTP client in the server's thread would measure itself.
const client = `
const { parentPort, workerData } = require('node:worker_threads');
const net = require('node:net');
const { host, port, method, path, head, body, connections, seconds } = workerData;
const request = Buffer.from(method + ' ' + path + ' HTTP/1.1\\r\\nHost: ' + host + ':' + port + '\\r\\n' + head + '\\r\\n' + body);
const times = [];
const sockets = Array.from({ length: connections }, () => {
  let sent = 0;
  const write = () => { sent = performance.now(); socket.write(request); };
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
    times.push(performance.now() - sent);
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

interface Options {
  readonly method?: string;
  readonly body?: string;
  readonly connections?: number;
}

/** Requests per second over kept connections. */
export async function load(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  options: Options = {},
): Promise<number> {
  return (await timedLoad(url, headers, options)).rate;
}

/** Of 100 requests 99 are answered within `p99` milliseconds. */
export function timedLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  { method = 'GET', body = '', connections = 16 }: Options,
): Promise<{ readonly rate: number; readonly p99: number }> {
  const { hostname: host, port, pathname: path } = new URL(url);
  return new Promise((resolve, reject) => {
    const head = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const request = { host, port: Number(port), method, path, head, body };
    const workerData = { ...request, connections, seconds };
    const worker = new Worker(client, { eval: true, workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
