// Clients of a live stream, in a process of their own. Each message holds the time at which it was
// appended: the parent gets how long each took.
import { WebSocket } from 'ws';

const [, , url = '', count = '0', expected = '0'] = process.argv;
const delays: number[] = [];
const counts = new Map<WebSocket, number>();
let opened = 0;

for (let at = 0; at < Number(count); at += 1) {
  const socket = new WebSocket(url);
  counts.set(socket, 0);
  socket.on('open', () => {
    opened += 1;
    if (opened === Number(count)) process.send?.('open');
  });
  socket.on('message', (data: Buffer) => {
    const { message } = JSON.parse(data.toString('utf8')) as { message: string };
    delays.push(Date.now() - Number(message));
    counts.set(socket, (counts.get(socket) ?? 0) + 1);
    if (delays.length === Number(count) * Number(expected)) process.send?.(delays);
  });
}
