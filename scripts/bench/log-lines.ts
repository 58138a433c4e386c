import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { linesOf } from '#core/platform/adapters/local/logs/files/lines.ts';
import { recordFrom } from '#core/platform/adapters/local/logs/files/record.ts';
import { localLogs } from '#core/platform/adapters/local/logs/logs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { entryOf } from '#core/platform/adapters/rules/logs/entry-of.ts';
import { matcher } from '#core/platform/adapters/rules/logs/matches.ts';
import type { LogQuery, Logs } from '#core/platform/ports/logs.ts';
import type { Line } from './line.ts';
import { megabytes, memoryOf } from './memory-of.ts';
import { hookOf, pullOf, repositoryOf, shaOf } from './sample-logs.ts';

const queriesOfKind = 100;
const followers = 500;
const liveEntries = 100;

/** The log of a laptop with so many entries: index, queries, live stream. */
export async function logLines(entries: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const script = join(import.meta.dirname, 'sample-logs.ts');
  execFileSync(process.execPath, [script, folder, String(entries)]);
  const bytes = sizeOf(folder, '.json');
  const connections = localSockets();
  const offload = childOffload({ children: 1 });
  const clock = systemClock();
  const logs = localLogs({ directory: folder, clock, connections, offload });
  try {
    const building = await timed(() => logs.search({}, { limit: 1 }));
    const memory = memoryOf(process.pid, folder);
    const queries = await queryLines(logs, entries, plainMilliseconds(folder, bytes));
    const live = await liveLines(logs, connections);
    return [
      { name: 'Index built', value: (entries / building) * 1_000, unit: 'entries/s' },
      {
        name: 'Index size, times the files',
        value: sizeOf(folder, '.index.db') / bytes,
        unit: '×',
      },
      { name: 'Memory after building, with this process', ...megabytes(memory) },
      ...queries,
      ...live,
    ].map((line) => ({ ...line, name: `Logs, ${entries / 1e6} million: ${line.name}` }));
  } finally {
    connections.close();
    await logs.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function queryLines(logs: Logs, entries: number, scan: number): Promise<Line[]> {
  const deliveries = entries / 10;
  const kinds: Record<string, (at: number) => LogQuery> = {
    'by delivery id': (at) => ({ where: { hook_id: hookOf(at) } }),
    'by pull request': (at) => ({ where: { pr_number: pullOf(at) } }),
    'by level': (at) => ({ where: { level: ['ERROR', 'INFO', 'DEBUG', 'STEP'][at % 4] ?? '' } }),
    'by repository': (at) => ({ where: { repository: repositoryOf(at) } }),
    'by a rare text': (at) => ({ where: { search: shaOf(at) } }),
    'without filter': () => ({}),
    'by level, event and repository': (at) => ({
      where: { level: 'ERROR', event_type: 'push', repository: repositoryOf(at) },
    }),
  };
  const frequent: Record<string, (at: number) => LogQuery> = {
    'by two frequent words': (at) => ({
      where: { search: ['merge queue', 'size owner'][at % 2] ?? '' },
    }),
    'by a word in 2 % of all': () => ({ where: { search: 'failed' } }),
    'by a word in a quarter of all': (at) => ({
      where: { search: ['review', 'webhook'][at % 2] ?? '' },
    }),
    'by one day': () => ({
      ...{ start: '2026-01-20T00:00:00.000Z', end: '2026-01-20T23:59:59.999Z' },
      where: { level: 'INFO' },
    }),
  };
  const lines: Line[] = [{ name: 'a plain scan of the files', value: scan, unit: 'ms' }];
  for (const [name, query] of Object.entries({ ...kinds, ...frequent })) {
    const times: number[] = [];
    const count = name in kinds ? queriesOfKind : 10;
    for (let n = 0; n < count; n += 1) {
      const at = Math.floor((deliveries * (n + 0.5)) / count);
      times.push(await timed(() => logs.search(query(at), { limit: 100 })));
    }
    times.sort((one, other) => one - other);
    const value = times[Math.ceil(count * 0.95) - 1] ?? 0;
    const line = { name: `95 % of queries ${name}`, value, unit: 'ms' };
    lines.push({ ...line, roof: scan, ratio: scan / value, ...(name in kinds && { bar: 100 }) });
  }
  return lines;
}

/** Parses and compares every line of one file, and reckons for all. */
function plainMilliseconds(folder: string, bytes: number): number {
  const name = readdirSync(folder).find((each) => each.endsWith('.json')) ?? '';
  const isMatch = matcher({ where: { search: 'nothing has this' } });
  const began = performance.now();
  const file = openSync(join(folder, name), 'r');
  for (const line of linesOf(file, 0)) {
    const record = recordFrom(line.bytes);
    if (record && isMatch({ ...entryOf(record), cursor: 1 })) throw new Error('found nothing');
  }
  closeSync(file);
  return ((performance.now() - began) * bytes) / statSync(join(folder, name)).size;
}

async function liveLines(
  logs: Logs,
  connections: ReturnType<typeof localSockets>,
): Promise<Line[]> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  let joined = 0;
  const following: Promise<void>[] = [];
  server.on('connection', (socket) => {
    const id = String(++joined);
    connections.attach(id, socket);
    following.push(logs.follow(id, joined % 2 ? {} : { not: { level: 'ERROR' } }));
  });
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  const child = fork(join(import.meta.dirname, 'log-clients.ts'), [
    ...[url, String(followers), String(liveEntries)],
  ]);
  await once(child, 'message');
  await Promise.all(following);
  const received = once(child, 'message') as Promise<[number[]]>;
  for (let n = 0; n < liveEntries; n += 1) {
    const now = new Date();
    const record = { timestamp: now.toISOString(), level: 'INFO', logger_name: 'bench' };
    await logs.append([{ type: 'log_entry', ...record, message: String(now.getTime()) }]);
    await systemClock().sleep(25);
  }
  const [delays] = await received;
  child.kill();
  server.close();
  const value = delays.sort((one, other) => one - other)[Math.ceil(delays.length * 0.99) - 1] ?? 0;
  const name = `Live: 99 % of ${delays.length.toLocaleString('en')} messages to ${followers} clients`;
  return [{ name, value, unit: 'ms', bar: 250 }];
}

function sizeOf(folder: string, end: string): number {
  const names = readdirSync(folder).filter((name) => name.endsWith(end));
  return names.reduce((size, name) => size + statSync(join(folder, name)).size, 0);
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
