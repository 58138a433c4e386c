import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import type { LogQuery } from '#core/platform/ports/logs.ts';
import { hookOf, pullOf, repositoryOf, shaOf } from '../samples/logs.ts';
import { isLarge, quantile, size, suite, timed, type Line } from '../suite.ts';

const entries = isLarge ? 10_000_000 : size(1_000_000, 60_000);
const deliveries = entries / 10;
const levels = ['ERROR', 'INFO', 'DEBUG', 'STEP'];
const frequentWords = ['review', 'webhook'];

const kinds: readonly (readonly [
  name: string,
  bar: number,
  queryOf: (at: number) => LogQuery['where'],
])[] = [
  ['by delivery id', 100, (at) => ({ hook_id: hookOf(at) })],
  ['by pull request', 100, (at) => ({ pr_number: pullOf(at) })],
  ['by level', 100, (at) => ({ level: levels[at % 4] ?? '' })],
  ['by repository', 100, (at) => ({ repository: repositoryOf(at) })],
  ['by a rare text', 100, (at) => ({ search: shaOf(at) })],
  ['by a word in every fourth entry', 1_500, (at) => ({ search: frequentWords[at % 2] ?? '' })],
];

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
  for (const [name, bar, queryOf] of kinds) {
    const count = size(bar === 100 ? 100 : 10, 2);
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const where = queryOf(Math.floor((deliveries * (n + 0.5)) / count));
      times.push(await timed(() => logs.search({ ...(where && { where }) }, { limit: 100 })));
    }
    const value = quantile(times, 0.95);
    const what = `Logs, ${entries / 1e6} million: 95 % of queries ${name}`;
    lines.push({ name: what, value, unit: 'ms', bar });
  }
  connections.close();
  await logs.close();
  await offload.close();
  return lines;
});
