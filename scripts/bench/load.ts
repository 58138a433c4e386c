import { Worker } from 'node:worker_threads';

const connections = 16;
const seconds = 1;

// Raw sockets in another thread: an HTTP client in the server's thread would measure itself.
const client = `
const { parentPort, workerData } = require('node:worker_threads');
const net = require('node:net');
const { host, port, method, path, head, body, connections, seconds } = workerData;
const request = Buffer.from(method + ' ' + path + ' HTTP/1.1\\r\\nHost: ' + host + ':' + port + '\\r\\n' + head + '\\r\\n' + body);
let done = 0;
const sockets = Array.from({ length: connections }, () => {
  const socket = net.connect(port, host, () => socket.write(request));
  let rest = '';
  socket.on('data', (data) => {
    rest += data.latin1Slice();
    const end = rest.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = Number(/content-length: *(\\d+)/i.exec(rest)?.[1] ?? 0);
    if (rest.length < end + 4 + length) return;
    if (!/^HTTP\\/1.1 20[01]/.test(rest)) throw new Error('no success: ' + rest.slice(0, 100));
    rest = '';
    done++;
    socket.write(request);
  });
  socket.on('error', () => {});
  return socket;
});
setTimeout(() => {
  for (const socket of sockets) socket.destroy();
  parentPort.postMessage(done / seconds);
}, seconds * 1000);
`;

/** Requests per second over 16 kept connections. */
export function load(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', body = '' }: { readonly method?: string; readonly body?: string } = {},
): Promise<number> {
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
