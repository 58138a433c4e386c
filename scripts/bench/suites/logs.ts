import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { queryLines } from '../samples/log-queries.ts';
import { isLarge, size, suite, timed, type Line } from '../suite.ts';

const entries = isLarge ? 10_000_000 : size(1_000_000, 60_000);
// The log of a laptop.
await suite(async (folder) => {
  // A process of its own, whose memory does not count.
  const script = resolve(import.meta.dirname, '../samples/logs.ts');
  execFileSync(process.execPath, [script, folder, String(entries)]);
  const connections = localSockets();
  const offload = childOffload({ children: 1 });
  const logs = localLogs({
    directory: folder,
    clock: systemClock(),
    connections,
    offload,
    log: () => {},
  });
  const lines: Line[] = [];
  const buildMs = await timed(() => logs.search({}, { limit: 1 }));
  const each = { value: (buildMs * 1_000) / entries, unit: 'µs' };
  // At least 50,000 entries a second; with few the start of the child counts.
  const bar = entries < 100_000 ? {} : { bar: 20 };
  lines.push({ name: 'Logs, first index: an entry', ...each, ...bar });
  const bars = { 'by a word in every fourth entry': 1_500 };
  lines.push(...(await queryLines(logs, { what: 'Logs', entries, bars })));
  connections.close();
  await logs.close();
  await offload.close();
  return lines;
});
