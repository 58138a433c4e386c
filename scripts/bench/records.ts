import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openDatabase, type Database } from '#core/platform/adapters/local/database/database.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { people } from '#test/support/people-table.ts';

interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The value to compare with, measured in the same run. */
  readonly roof?: number;
  readonly ratio?: number;
}

const writers = 64;
const milliseconds = 700;

/** Records and Queue on SQLite. Compare the ratios: absolute values depend on the machine. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const database = openDatabase({ file: join(folder, 'app.db') });
  try {
    const alone = await oneCommitEach(database);
    const roof = await rawInserts(database);
    const { insert, together, get } = await recordsRates(database);
    const messages = await queueRate(database, folder);
    return [
      { name: 'one bare insert and its commit after the other', ...rate(alone) },
      { name: `bare inserts, ${writers} writers, group commit`, ...rate(roof, alone) },
      { name: 'Records insert, one commit each', ...rate(insert) },
      {
        name: `Records insert, ${writers} writers, against one commit each`,
        ...rate(together, insert),
      },
      { name: `Records insert, ${writers} writers, against bare ones`, ...rate(together, roof) },
      { name: 'Records get', ...rate(get) },
      { name: 'Queue send, receive, acknowledge, against bare inserts', ...rate(messages, roof) },
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function rate(value: number, roof?: number) {
  const line = { value: Math.round(value), unit: '1/s' };
  return roof === undefined ? line : { ...line, roof: Math.round(roof), ratio: value / roof };
}

/** A store without group commit: one transaction and one fsync per row. */
async function oneCommitEach(database: Database): Promise<number> {
  await database.write((sql) =>
    sql.execute('CREATE TABLE bare (id INTEGER PRIMARY KEY, team TEXT, note TEXT) STRICT'),
  );
  return perSecond(1, async () => {
    await database.write((sql) => insertBare(sql));
  });
}

function rawInserts(database: Database): Promise<number> {
  return perSecond(writers, async () => {
    await database.write((sql) => insertBare(sql));
  });
}

function insertBare(sql: Parameters<Parameters<Database['write']>[0]>[0]) {
  sql.statement('INSERT INTO bare (team, note) VALUES (?, ?)').run('red', 'n'.repeat(200));
}

async function recordsRates(database: Database) {
  const records = localRecords(database);
  const row = { team: 'red', name: 'a name', note: 'n'.repeat(200) };
  let id = 0;
  const write = async () => {
    id += 1;
    await records.insert(people, { ...row, id: `p${id}` });
  };
  await write();
  const insert = await perSecond(1, write);
  const together = await perSecond(writers, write);
  let at = 0;
  const get = await perSecond(writers, async () => {
    at += 7919;
    await records.get(people, { id: `p${1 + (at % id)}` });
  });
  return { insert, together, get };
}

/** Each worker sends a message, receives one and acknowledges it. */
async function queueRate(database: Database, folder: string): Promise<number> {
  const queue = localQueue({
    database,
    blobs: localBlobs({ directory: join(folder, 'blobs') }),
    clock: systemClock(),
    queues: [{ name: 'bench', visibilitySeconds: 60, maxAttempts: 3 }],
  });
  const body = JSON.stringify({ kind: 'page', note: 'n'.repeat(200) });
  const sent = await perSecond(writers, async () => {
    await queue.send('bench', body);
    const messages = await queue.receive('bench', { max: 1, waitSeconds: 0 });
    await Promise.all(messages.map((message) => queue.acknowledge(message)));
  });
  await queue.close();
  return sent;
}

async function perSecond(workers: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  const end = start + milliseconds;
  let done = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - start);
}
