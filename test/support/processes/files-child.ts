// A process that uses blobs and secrets, for tests that kill it, limit it or run two.
import { join } from 'node:path';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localSecrets } from '#core/platform/adapters/local/secrets.ts';
import { isFailure } from '#core/platform/failure.ts';
import { diskFault } from './disk-faults.ts';
import { fill, publishFiles } from '#test/support/docs/publish-files.ts';

const [job = '', directory = '', ...parameters] = process.argv.slice(2);

// Standard output is a pipe and is written synchronously: a killed process has printed everything
// that it acknowledged.
const say = (text: string) => process.stdout.write(`${text}\n`);
// After one step the disk is in the state before the next one: killing before each step covers
// both.
const armed = () =>
  diskFault({ directory, at: Number(parameters[0]), how: 'kill', when: 'before' });

/** Two files that change, and several that do not. */
const filesOf = (text: string) => ({
  ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`kept/${at}`, 'kept'])),
  'index.html': text,
  'assets/x': text,
});

const jobs: Record<string, () => Promise<void>> = {
  /** Replaces one blob until it is killed; prints every acknowledged version. */
  async put() {
    const blobs = localBlobs({ directory });
    for (let version = Number(parameters[0]); ; version++) {
      await blobs.put('a/file', String(version).padStart(8, '0').repeat(30_000));
      say(String(version));
    }
  },

  /** Publishes until it is killed; prints every acknowledged version. */
  async publish() {
    const blobs = localBlobs({ directory });
    for (let version = Number(parameters[0]); ; version++) {
      await publishFiles(blobs, 'x/site/', filesOf(String(version)));
      say(String(version));
    }
  },

  /** Publishes over a version, keeps most of its files and dies at the given step. */
  async 'publish-once'() {
    const blobs = localBlobs({ directory });
    const version = await fill(await blobs.newVersion('x/site/'), filesOf('new'));
    await armed();
    await version.publish();
    say('published');
  },

  /** Puts one blob and dies at the given step. */
  async 'put-once'() {
    const blobs = localBlobs({ directory });
    await armed();
    await blobs.put('a/b/file', 'new');
    say('put');
  },

  /** Writes until the file size limit refuses, then continues with smaller files. */
  async starve() {
    const blobs = localBlobs({ directory: join(directory, 'blobs') });
    await blobs.put('file', 'old');
    say(await outcome(blobs.put('file', 'x'.repeat(1_000_000))));
    await blobs.put('file', 'new');
    say('went on');
  },

  /** Opens stores in a directory without permission. */
  async refused() {
    if (process.getuid?.() === 0) process.setuid?.(65_534);
    say(await outcome((async () => localBlobs({ directory }))()));
    const secrets = localSecrets({ environment: {}, directory: join(directory, 'keys') });
    say(await outcome(secrets.keep('a', () => 'b')));
  },

  async keep() {
    const apart = { names: ['apart'], directory: join(directory, 'user') };
    const secrets = localSecrets({ environment: {}, directory, apart });
    say(
      await secrets.keep(parameters[0] ?? '', () => {
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

// Without this the signal for a file above the limit ends the process.
process.on('SIGXFSZ', () => {});
await jobs[job]?.();
