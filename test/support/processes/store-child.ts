// A process on a database file, for tests that kill it, limit it or run two of it.
import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { localQueue } from '#core/platform/adapters/local/queue/queue.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { Failure } from '#core/platform/failure.ts';
import { people } from '#test/support/people/people-table.ts';

const [job = '', folder = '', name = ''] = process.argv.slice(2);
const writers = 8;

const database = openDatabase({ file: join(folder, 'app.db') });
const records = localRecords(database);
const feed = localFeed({ database });
const queue = localQueue({
  database,
  blobs: localBlobs({ directory: join(folder, 'blobs') }),
  clock: systemClock(),
  queues: [{ name: 'work', visibilitySeconds: 30, maxAttempts: 3 }],
});

// Standard output is a pipe and is written synchronously: a killed process has printed everything
// that it acknowledged.
const say = (text: string) => process.stdout.write(`${text}\n`);

const jobs: Record<string, () => Promise<void>> = {
  /** Inserts two hundred rows and takes numbers, concurrently with another process. */
  async share() {
    const ids = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        await records.insert(people, { id: `${name}-${at}`, team: name });
        return records.nextId('shared');
      }),
    );
    say(JSON.stringify(ids));
    await database.close();
  },

  /** Appends until it is killed; prints each call with its cursor. */
  async append() {
    await each(async (writer) => {
      for (let at = 0; ; at += 1) {
        const bodies = Array.from({ length: 1 + (at % 3) }, (_, n) => `${writer}.${at}.${n}`);
        say(`${await feed.append('log', bodies)} ${bodies.join(' ')}`);
      }
    });
  },

  /** Appends 200 entries and prints their cursors, concurrently with another process. */
  async entries() {
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, at) => feed.append('log', [`${name}-${at}`])),
    );
    say(JSON.stringify(ids));
    await database.close();
  },

  /** Sends one message. */
  async 'send-one'() {
    await queue.send('work', 'from another process');
    await database.close();
  },

  /** Appends each line of standard input. */
  async echo() {
    await feed.append('log', ['begin']);
    say('begin');
    process.stdin.setEncoding('utf8');
    for await (const text of process.stdin) await feed.append('log', [String(text).trim()]);
    await database.close();
  },

  /** Prints the results of inserts when no file may grow beyond a few MiB. */
  async grow() {
    const said: string[] = [];
    for (const [id, size] of [
      ['before', 10],
      ['large', 12_000_000],
      ['after', 10],
    ] as const) {
      await records.insert(people, { id, team: 'red', note: 'x'.repeat(size) }).then(
        () => said.push(`${id} kept`),
        (error: unknown) =>
          said.push(error instanceof Failure ? `${error.kind} ${error.code}` : 'bug'),
      );
    }
    say(JSON.stringify(said));
    await database.close();
  },
};

await jobs[job]?.();

async function each(write: (writer: number) => Promise<void>) {
  await Promise.all(Array.from({ length: writers }, (_, at) => write(at)));
}
