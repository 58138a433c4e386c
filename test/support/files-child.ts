// A process of its own on blobs and secrets, for tests that kill it, starve it or run two.
import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localSecrets } from '#core/platform/adapters/local/secrets.ts';
import { isFailure } from '#core/platform/failure.ts';
import { diskFault } from './disk-faults.ts';

const [job = '', directory = '', ...parameters] = process.argv.slice(2);

// Standard output is a pipe, which takes the text before write() returns: a killed process has
// said all that it acknowledged.
const say = (text: string) => process.stdout.write(`${text}\n`);
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

  /** Writes until the limit on the size of a file refuses, then goes on with less. */
  async starve() {
    const blobs = localBlobs({ directory: join(directory, 'blobs') });
    await blobs.put('file', 'old');
    say(await outcome(blobs.put('file', 'x'.repeat(1_000_000))));
    await blobs.put('file', 'new');
    say('went on');
  },

  /** Opens stores in a directory as somebody whom it refuses. */
  async refused() {
    if (process.getuid?.() === 0) process.setuid?.(65_534);
    say(await outcome((async () => localBlobs({ directory }))()));
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
