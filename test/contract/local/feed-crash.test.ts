import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localFeed } from '#core/platform/adapters/local/feed.ts';
import type { Feed } from '#core/platform/ports.ts';
import { diskFault } from '#test/support/disk-faults.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { runChild } from '#test/support/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('feed: crashes and broken disks', () => {
  let directory: string;
  let remove: () => Promise<void>;
  const opened: Feed[] = [];
  const open = () => {
    const feed = localFeed({ directory, clock: systemClock() });
    opened.push(feed);
    return feed;
  };
  const bodiesOf = async (feed: Feed) =>
    (await feed.read('log', { limit: 10_000 })).map(({ body }) => body);
  const segment = () => join(directory, 'log/0000000000000001.jsonl');
  beforeEach(async () => {
    ({ path: directory, remove } = await temporaryFolder());
  });
  afterEach(async () => {
    for (const feed of opened.splice(0)) await feed.close();
    await remove();
  });

  it('a killed writer leaves every entry that it acknowledged, in whole calls (R1)', async () => {
    for (const killAfter of [1, 10, 60, 150]) {
      const { lines, signal } = await runChild('files-child.ts', ['append', directory], {
        killAfter,
      });
      expect(signal).toBe('SIGKILL');
      const feed = open();
      const all = await feed.read('log', { limit: 100_000 });
      expect(all.map(({ cursor }) => cursor)).toEqual(all.map((_, n) => n + 1));
      for (const line of lines) {
        const [last = '', ...bodies] = line.split(' ');
        const run = all.slice(Number(last) - bodies.length, Number(last));
        expect(run.map(({ body }) => body)).toEqual(bodies);
      }
      expect(await feed.append('log', ['after'])).toBe(all.length + 1);
      await feed.delete('log');
      await feed.close();
    }
  });

  it('a writer killed before any step has appended its call or not (R1)', async () => {
    const lengths = new Set<number>();
    for (let at = 1; ; at++) {
      const before = open();
      await before.append('log', ['old']);
      await before.close();
      const { signal } = await runChild('files-child.ts', ['append-once', directory, String(at)]);
      const feed = open();
      const bodies = await bodiesOf(feed);
      expect(bodies).toEqual(['old', 'new 1', 'new 2', 'new 3'].slice(0, bodies.length));
      lengths.add(bodies.length);
      expect(await feed.append('log', ['next'])).toBe(bodies.length + 1);
      await feed.delete('log');
      await feed.close();
      if (signal === null) break;
    }
    expect(lengths).toEqual(new Set([1, 4]));
  });

  const line = (cursor: number, body: string, more?: number) =>
    `${JSON.stringify(more === undefined ? { cursor, body } : { cursor, more, body })}\n`;

  it.each([
    ['half a line', line(3, 'torn').slice(0, -5)],
    ['a line without its end', line(3, 'torn').slice(0, -1)],
    ['half a call', line(3, 'a', 2) + line(4, 'b', 1)],
    ['half a call and half a line', line(3, 'a', 2) + line(4, 'b', 1).slice(0, 9)],
    ['empty pages', '\0'.repeat(5_000)],
    [
      'empty pages and the end of what was being written',
      `${'\0'.repeat(4096)}y"}\n${line(4, 'b')}`,
    ],
    ['an empty line', '\n'],
  ])('%s at the end is cut off, for it was not acknowledged (R1)', async (_, tail) => {
    const before = open();
    await before.append('log', ['one', 'two']);
    await before.close();
    fs.appendFileSync(segment(), tail);
    const reader = open();
    expect(await bodiesOf(reader)).toEqual(['one', 'two']);
    expect(fs.readFileSync(segment(), 'utf8').endsWith(tail)).toBe(true);
    const feed = open();
    expect(await feed.append('log', ['three'])).toBe(3);
    expect(await bodiesOf(feed)).toEqual(['one', 'two', 'three']);
    expect(fs.readFileSync(segment(), 'utf8')).toBe(
      line(1, 'one', 1) + line(2, 'two') + line(3, 'three'),
    );
  });

  it('damage before acknowledged entries is told, not cut off', async () => {
    const before = open();
    for (const body of ['one', 'two', 'three']) await before.append('log', [body]);
    await before.close();
    const text = fs.readFileSync(segment(), 'utf8');
    const broken = text.replace('{"cursor":2', '{"curs');
    fs.writeFileSync(segment(), broken);
    const feed = open();
    const failure = await expectFailure(
      feed.append('log', ['four']),
      'unavailable',
      'feed_damaged',
    );
    expect(failure.message).toMatch(/^.*0000000000000001\.jsonl is damaged at byte 26: .*$/);
    expect(fs.readFileSync(segment(), 'utf8')).toBe(broken);
    await feed.append('other', ['unharmed']);
    fs.writeFileSync(segment(), text);
    expect(await feed.append('log', ['four'])).toBe(4);
  });

  it.each([
    ['EIO', 'before'],
    ['EIO', 'after'],
    ['ENOSPC', 'before'],
  ] as const)(
    '%s %s any step leaves the feed as it was, and work goes on (R7)',
    async (how, when) => {
      const feed = open();
      let hits = 0;
      for (let at = 1; ; at++) {
        // The fifth append of each kind meets the fault; others are in line behind it.
        const name = `log-${at}`;
        if (at % 2) await feed.append(name, ['old']);
        const before = (await feed.read(name)).length;
        const fault = await diskFault({ directory, at, how, when });
        let isHit: boolean;
        try {
          const appending = feed.append(name, ['a', 'b', 'c']);
          const failed = await appending.then(
            () => false,
            () => true,
          );
          isHit = fault.steps() >= at;
          if (failed) {
            hits++;
            await expectFailure(appending, 'unavailable', 'storage_unavailable');
            expect(await feed.read(name)).toHaveLength(before);
          }
        } finally {
          fault[Symbol.dispose]();
        }
        const now = (await feed.read(name)).length;
        expect([before, before + 3]).toContain(now);
        expect(await feed.append(name, ['next'])).toBe(now + 1);
        const other = localFeed({ directory, clock: systemClock() });
        expect(await other.read(name)).toEqual(await feed.read(name));
        if (!isHit && at % 2 === 0) break;
      }
      expect(hits).toBeGreaterThan(2);
    },
  );

  it('a disk that stays broken for the clean-up too loses nothing', async () => {
    const feed = open();
    await feed.append('log', ['old']);
    // The write itself, or its fsync; the clean-up meets the same disk.
    for (const [at, when] of [
      [1, 'after'],
      [2, 'before'],
    ] as const) {
      const fault = await diskFault({ directory, at, count: 100, how: 'EIO', when });
      // As long as what is kept, so that a line left behind would be read as the next entry.
      const appending = feed.append('log', ['lost 1', 'lost 2']);
      await expectFailure(appending, 'unavailable').finally(() => fault[Symbol.dispose]());
      expect(await bodiesOf(feed)).not.toContainEqual(expect.stringContaining('lost'));
      await feed.append('log', [`kept ${at}`.padEnd(15, '.')]);
    }
    await feed.close();
    expect(await bodiesOf(open())).toEqual(['old', 'kept 1.........', 'kept 2.........']);
  });
});
