import { join } from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localSockets } from '#core/platform/adapters/local/sockets.ts';
import { openPostgres } from '#core/platform/adapters/postgres/database/database.ts';
import { postgresFeed } from '#core/platform/adapters/postgres/feed/feed.ts';
import { postgresLogs } from '#core/platform/adapters/postgres/logs/logs.ts';
import { postgresQueue } from '#core/platform/adapters/postgres/queue/queue.ts';
import { postgresRecords } from '#core/platform/adapters/postgres/records/records.ts';
import { openLocal } from '#core/home/open-local.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { table } from '#core/platform/table.ts';
import { postgresPrograms, startPostgres } from '#test/support/postgres/server.ts';
import { queryLines } from '../samples/log-queries.ts';
import { deliveriesOf } from '../samples/logs.ts';
import { inTurns, ratioOf, size, suite, timed, type Line } from '../suite.ts';

const entries = size(1_000_000, 20_000);
const rounds = size(5, 3);
const callsInRound = size(2_000, 500);
const connections = 16;

const rows = table({
  name: 'rows',
  version: 1,
  key: ['id'],
  columns: z.object({ id: z.string(), text: z.string() }),
});

/** Calls a second, so many at once as there are connections. */
async function rateOf(call: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const work = async () => {
    while (next < callsInRound) await call((next += 1));
  };
  const ms = await timed(() => Promise.all(Array.from({ length: connections }, work)));
  return (callsInRound * 1_000) / ms;
}

// PostgreSQL, where it is installed: each call beside the bare statement that it cannot do without.
await suite(async (folder) => {
  if (postgresPrograms === undefined) return [];
  const server = await startPostgres({ isDurable: true });
  const bare = new pg.Pool({ connectionString: server.url, max: connections });
  // Connections that are still open when the server stops.
  bare.on('error', () => {});
  await bare.query('CREATE TABLE bare (id text PRIMARY KEY, body text)');
  const database = openPostgres({ url: server.url, schema: 'bench', connections });
  const clock = systemClock();
  const noBlobs = {
    put: () => Promise.reject(new Error('no blobs')),
    get: async () => undefined,
    delete: async () => {},
  };
  const queues = [{ name: 'work', visibilitySeconds: 60, maxAttempts: 3 }];
  const queue = postgresQueue({ database, blobs: noBlobs, clock, queues });
  const feed = postgresFeed({ database });
  const records = postgresRecords({ database, clock });
  let id = 0;
  const insertBare = () =>
    rateOf(() => bare.query('INSERT INTO bare VALUES ($1, $2)', [`${(id += 1)}`, 'x']));

  async function against(
    name: string,
    own: () => Promise<number>,
    roof = insertBare,
  ): Promise<Line> {
    return { name, unit: '1/s', floor: 0.5, ...ratioOf(...(await inTurns(rounds, own, roof))) };
  }

  const calls = (on: Pick<Platform, 'records' | 'queue' | 'feed'>) => ({
    'records: an insert': () =>
      rateOf(() => on.records.insert(rows, { id: `${(id += 1)}`, text: 'x' })),
    'queue: a message is sent': () => rateOf(() => on.queue.send('work', 'x')),
    'feed: an entry is appended': () =>
      rateOf((n) => on.feed.append(`feed ${n % connections}`, ['x'])),
  });
  const file = join(folder, 'bench.db');
  const laptop = openLocal({
    service: 'bench',
    environment: {},
    directory: folder,
    database: file,
    queues,
    clock,
  });
  const lines: Line[] = [];
  for (const [name, own] of Object.entries(calls({ records, queue, feed }))) {
    lines.push(await against(`Cluster, ${name}`, own));
  }
  for (const [name, own] of Object.entries(calls(laptop))) {
    await own();
    lines.push({ name: `The same on a laptop, ${name}`, value: await own(), unit: '1/s' });
  }
  await laptop.close();

  const sockets = localSockets();
  const logs = postgresLogs({ database, clock, connections: sockets, log: () => {} });
  const filled = await timed(async () => {
    let batch: Parameters<typeof logs.append>[0][number][] = [];
    for (const delivery of deliveriesOf(entries)) {
      batch.push(...delivery);
      if (batch.length < 5_000) continue;
      await logs.append(batch);
      batch = [];
    }
    await logs.append(batch);
  });
  lines.push({
    name: 'Cluster, logs: an entry is appended',
    value: (filled * 1_000) / entries,
    unit: 'µs',
  });
  await bare.query('VACUUM ANALYZE');
  const exact = {
    'by delivery id': 50,
    'by pull request': 50,
    'by level': 50,
    'by repository': 50,
  };
  const bars = { ...exact, 'by a rare text': 20, 'by a word in every fourth entry': 1_500 };
  lines.push(...(await queryLines(logs, { what: 'Cluster, logs', entries, bars })));
  await logs.close();
  await Promise.all([queue.close(), feed.close(), records.close()]);
  await database.close();
  await bare.end();
  await server.stop();
  return lines;
});
