// A process of its own on blobs, feeds and secrets, for tests that kill it, starve it or run two.
import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localFeed } from '#core/platform/adapters/local/feed.ts';
import { localSecrets } from '#core/platform/adapters/local/secrets.ts';
import { isFailure } from '#core/platform/failure.ts';
import { diskFault } from './disk-faults.ts';

const [job = '', directory = '', ...parameters] = process.argv.slice(2);

// Standard output is a pipe, which takes the text before write() returns: a killed process has
// said all that it acknowledged.
const say = (text: string) => process.stdout.write(`${text}\n`);
const openFeed = () => localFeed({ directory, clock: systemClock(), segmentBytes: 20_000 });
// After one step the disk is as before the next: killing before each covers both.
const armed = () =>
  diskFault({ directory, at: Number(parameters[0]), how: 'kill', when: 'before' });

const jobs: Record<string, () => Promise<void>> = {
  /** Replaces one blob until it is killed and names every version that was acknowledged. */
  async put() {
    const blobs = localBlobs({ directory });
    for (let version = Number(parameters[0]); ; version++) {
      await blobs.put('a/file', String(version).padStart(8, '0').repeat(30_000));
      say(String(version));
    }
  },

  /** Publishes until it is killed and names every version that was acknowledged. */
  async publish() {
    const blobs = localBlobs({ directory });
    for (let version = Number(parameters[0]); ; version++) {
      for (const file of ['index.html', 'assets/x']) {
        await blobs.put(`staged/${file}`, String(version));
      }
      await blobs.publish('x/site/', 'staged/');
      say(String(version));
    }
  },

  /** Publishes what is staged and dies at the given step. */
  async 'publish-once'() {
    const blobs = localBlobs({ directory });
    await armed();
    await blobs.publish('x/site/', 'staged/');
    say('published');
  },

  /** Publishes what is staged over two versions of its own and dies at the given step. */
  async 'publish-kept'() {
    const blobs = localBlobs({ directory });
    const kept = Array.from({ length: 9 }, (_, at) => String(at));
    for (const key of kept) await blobs.put(`first/${key}`, 'kept');
    await blobs.put('first/index.html', 'first');
    await blobs.publish('x/site/', 'first/');
    await blobs.put('second/index.html', 'old');
    await blobs.put('second/assets/x', 'old');
    await blobs.publish('x/site/', 'second/', { keep: kept });
    await armed();
    await blobs.publish('x/site/', 'staged/', { keep: kept });
    say('published');
  },

  /** Puts one blob and dies at the given step. */
  async 'put-once'() {
    const blobs = localBlobs({ directory });
    await armed();
    await blobs.put('a/b/file', 'new');
    say('put');
  },

  /** Appends until it is killed and names each call with the cursor it was told. */
  async append() {
    const feed = openFeed();
    const write = async (writer: number) => {
      for (let at = 0; ; at++) {
        const bodies = Array.from({ length: 1 + (at % 3) }, (_, n) => `${writer}.${at}.${n}`);
        bodies.push('x'.repeat(at % 500));
        say(`${await feed.append('log', bodies)} ${bodies.join(' ')}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
  },

  /** Appends one call of three and dies at the given step. */
  async 'append-once'() {
    const feed = openFeed();
    await armed();
    await feed.append('log', ['new 1', 'new 2', 'new 3']);
    say('appended');
  },

  /** Appends once, then keeps the feeds until it is killed. */
  async hold() {
    const feed = openFeed();
    await feed.append('log', ['from the holder']);
    say('held');
    setInterval(() => {}, 1_000);
  },

  /** Appends a line for each line of text on standard input. */
  async echo() {
    const feed = openFeed();
    await feed.append('log', ['begin']);
    say('begin');
    process.stdin.setEncoding('utf8');
    for await (const text of process.stdin) await feed.append('log', [String(text).trim()]);
    await feed.close();
  },

  /** Writes until the limit on the size of a file refuses, then goes on with less. */
  async starve() {
    const blobs = localBlobs({ directory: join(directory, 'blobs') });
    const feed = localFeed({ directory: join(directory, 'feeds'), clock: systemClock() });
    await blobs.put('file', 'old');
    await feed.append('log', ['old']);
    say(await outcome(blobs.put('file', 'x'.repeat(1_000_000))));
    say(
      await outcome(
        feed.append(
          'log',
          Array.from({ length: 8 }, () => 'x'.repeat(200_000)),
        ),
      ),
    );
    await blobs.put('file', 'new');
    await feed.append('log', ['new']);
    say('went on');
  },

  /** Opens stores in a directory as somebody whom it refuses. */
  async refused() {
    if (process.getuid?.() === 0) process.setuid?.(65_534);
    say(await outcome((async () => localBlobs({ directory }))()));
    say(await outcome((async () => openFeed())()));
    const secrets = localSecrets({ environment: {}, directory: join(directory, 'keys') });
    say(await outcome(secrets.keep('a', () => 'b')));
  },

  async keep() {
    const secrets = localSecrets({ environment: {}, directory });
    say(
      await secrets.keep('raced', () => {
        say('made');
        return `by ${process.pid}`;
      }),
    );
  },
};

async function outcome(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'success',
    (error: unknown) => (isFailure(error) ? `${error.kind}: ${error.message}` : String(error)),
  );
}

// Without this the signal for a file that grows too large ends the process.
process.on('SIGXFSZ', () => {});
await jobs[job]?.();
