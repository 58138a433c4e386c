import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localFeed, type LocalFeedOptions } from '#core/platform/adapters/local/feed.ts';
import type { Feed, FeedEntry } from '#core/platform/ports.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('feed: one writing process, many readers', () => {
  let directory: string;
  let remove: () => Promise<void>;
  const opened: Feed[] = [];
  const open = (options: Partial<LocalFeedOptions> = {}) => {
    const feed = localFeed({ directory, clock: systemClock(), ...options });
    opened.push(feed);
    return feed;
  };
  beforeEach(async () => {
    ({ path: directory, remove } = await temporaryFolder());
  });
  afterEach(async () => {
    for (const feed of opened.splice(0)) await feed.close();
    await remove();
  });

  /** A process that has appended to the feeds and holds them. */
  const holder = async (job: string) => {
    const program = fileURLToPath(new URL('../../support/files-child.ts', import.meta.url));
    const child = spawn(process.execPath, [program, job, directory], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    for await (const _ of createInterface({ input: child.stdout })) break;
    const ended = new Promise((resolve) => child.once('close', resolve));
    return { child, ended };
  };

  it('a second process reads, and is refused in one line when it appends', async () => {
    const { child, ended } = await holder('hold');
    const feed = open();
    expect(await feed.read('log')).toEqual([{ cursor: 1, body: 'from the holder' }]);
    for (const change of [() => feed.append('log', ['x']), () => feed.delete('log')]) {
      const failure = await expectFailure(change(), 'configuration', 'feed_in_use');
      expect(failure.message).toMatch(/^Another process writes to [^\n]*$/);
      expect(failure.message).toContain(directory);
    }
    child.kill('SIGKILL');
    await ended;
    expect(await feed.append('log', ['mine now'])).toBe(2);
    expect((await feed.read('log')).map(({ body }) => body)).toEqual([
      'from the holder',
      'mine now',
    ]);
  });

  it('appends of another process reach subscribers (R6)', async () => {
    const { child, ended } = await holder('echo');
    const stop = new AbortController();
    const seen: FeedEntry[] = [];
    for await (const entry of open().subscribe('log', { signal: stop.signal })) {
      seen.push(entry);
      if (seen.length === 4) stop.abort();
      else child.stdin.write(`entry ${seen.length}\n`);
    }
    expect(seen.map(({ body }) => body)).toEqual(['begin', 'entry 1', 'entry 2', 'entry 3']);
    child.stdin.end();
    await ended;
  });

  it('a reader looks again within a second of its clock', async () => {
    const clock = manualClock();
    const writer = open();
    const stop = new AbortController();
    const reading = open({ clock }).subscribe('log', { signal: stop.signal });
    const iterator = reading[Symbol.asyncIterator]();
    const first = iterator.next();
    while (clock.sleeping() === 0) await new Promise((resolve) => setImmediate(resolve));
    await writer.append('log', ['hello']);
    await clock.advance(1_000);
    expect(await first).toEqual({ done: false, value: { cursor: 1, body: 'hello' } });
    stop.abort();
    expect((await iterator.next()).done).toBe(true);
    expect(clock.sleeping()).toBe(0);
  });

  it('a reader follows a feed over short segments, its end and its new beginning', async () => {
    const [writer, reader] = [open({ segmentBytes: 100 }), open()];
    for (let n = 1; n <= 30; n++) {
      await writer.append('log', [`entry ${n}`, 'x'.repeat(n)]);
      expect(await reader.last('log')).toBe(2 * n);
      expect((await reader.read('log', { after: 2 * n - 2 }))[0]?.body).toBe(`entry ${n}`);
    }
    expect(fs.readdirSync(join(directory, 'log')).length).toBeGreaterThan(5);
    await writer.delete('log');
    expect(await reader.read('log')).toEqual([]);
    await writer.append('log', ['again']);
    expect(await reader.read('log')).toEqual([{ cursor: 1, body: 'again' }]);
  });

  it('close ends subscriptions that wait', async () => {
    const feed = open();
    await feed.append('log', ['one']);
    const { signal } = new AbortController();
    const iterator = feed.subscribe('log', { signal })[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ cursor: 1, body: 'one' });
    const waiting = iterator.next();
    await feed.read('log');
    await feed.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('close keeps what was accepted and refuses more', async () => {
    const feed = open();
    const accepted = [feed.append('log', ['one']), feed.append('log', ['two'])];
    await feed.close();
    await feed.close();
    expect(await Promise.all(accepted)).toEqual([1, 2]);
    await expectFailure(feed.append('log', ['three']), 'unavailable', 'closed');
    expect((await open().read('log')).map(({ body }) => body)).toEqual(['one', 'two']);
  });

  // Only Linux counts what a process reads.
  it.runIf(process.platform === 'linux')(
    'reads a little of a long feed for a little answer',
    async () => {
      const feed = open({ segmentBytes: 1024 * 1024 });
      const bodies = (first: number) => Array.from({ length: 20_000 }, (_, n) => `${first + n}`);
      for (let first = 1; first < 200_000; first += 20_000) await feed.append('log', bodies(first));
      await feed.close();
      const reader = open();
      expect(await reader.last('log')).toBe(200_000);
      await reader.read('log', { after: 100_000, limit: 1 });
      const bytes = () =>
        Number(/rchar: (\d+)/.exec(fs.readFileSync('/proc/self/io', 'utf8'))?.[1]);
      const before = bytes();
      for (let after = 100_000; after < 110_000; after += 1_000) {
        expect(await reader.read('log', { after, limit: 2 })).toEqual([
          { cursor: after + 1, body: `${after + 1}` },
          { cursor: after + 2, body: `${after + 2}` },
        ]);
      }
      // Ten chunks and what else this process reads; the feed has 8 MiB.
      expect(bytes() - before).toBeLessThan(4 * 1024 * 1024);
    },
  );

  it('keeps more feeds than it remembers', async () => {
    const feed = open();
    const names = Array.from({ length: 300 }, (_, n) => `feed-${n}`);
    for (const round of [1, 3]) {
      // The second append of a feed comes while the first may still be on its way.
      const appends = [...names, ...names].map((name) => feed.append(name, [name]));
      expect(new Set(await Promise.all(appends))).toEqual(new Set([round, round + 1]));
    }
    for (const name of names) {
      expect((await feed.read(name)).map(({ body }) => body)).toEqual([name, name, name, name]);
    }
  });

  it('takes a file in place of the directory for a mistake of the operator', async () => {
    fs.writeFileSync(join(directory, 'file'), '');
    const opening = (async () => open({ directory: join(directory, 'file') }))();
    await expectFailure(opening, 'configuration', 'data_directory');
  });
});
