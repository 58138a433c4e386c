// A process that appends to a log until it is killed, and prints what was acknowledged.
import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { entry } from './log-records.ts';

const [directory = ''] = process.argv.slice(2);
const logs = localLogs({
  directory,
  clock: systemClock(),
  connections: localSockets(),
  offload: childOffload({ children: 1 }),
  log: () => {},
});
for (let at = 0; ; at += 1) {
  const message = `${process.pid} ${at} ${'x'.repeat(at * 10)}`;
  await logs.append([entry({ timestamp: new Date().toISOString(), message })], 'webhook.log');
  process.stdout.write(`${message}\n`);
}
