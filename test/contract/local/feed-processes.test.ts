import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import type { Feed, FeedEntry } from '#core/platform/ports/feed.ts';
import { eachTest } from '#test/support/each-test.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryDatabase } from '#test/support/temporary-database.ts';

const world = eachTest(async () => {
  const { directory: folder, database } = await temporaryDatabase();
  return { folder, database, feed: localFeed({ database }) };
});

const all = (feed: Feed) => feed.read('log', { limit: 100_000 });

it('a killed writer leaves every entry that it acknowledged, in whole calls (R1)', async () => {
  const { folder, feed } = world();
  for (const killAfter of [1, 60]) {
    const { lines, signal } = await runChild('processes/store-child.ts', ['append', folder], {
      killAfter,
    });
    expect(signal).toBe('SIGKILL');
    const entries = await all(feed);
    expect(entries.map(({ cursor }) => cursor)).toEqual(entries.map((_, n) => n + 1));
    for (const line of lines) {
      const [last = '', ...bodies] = line.split(' ');
      const call = entries.slice(Number(last) - bodies.length, Number(last));
      expect(call.map(({ body }) => body)).toEqual(bodies);
    }
    expect(await feed.append('log', ['after'])).toBe(entries.length + 1);
    await feed.delete('log');
  }
});

it('two processes append to one feed: one order without gaps, each entry once', async () => {
  const { folder, feed } = world();
  const processes = ['a', 'b'].map((name) =>
    runChild('processes/store-child.ts', ['entries', folder, name]),
  );
  const told = (await Promise.all(processes)).flatMap(
    ({ lines }) => JSON.parse(lines[0] ?? '[]') as number[],
  );
  const cursors = Array.from({ length: 400 }, (_, n) => n + 1);
  expect(told.toSorted((a, b) => a - b)).toEqual(cursors);
  const entries = await all(feed);
  expect(entries.map(({ cursor }) => cursor)).toEqual(cursors);
  expect(new Set(entries.map(({ body }) => body)).size).toBe(400);
});

it('appends of another process reach subscribers (R6)', async () => {
  const { folder, feed } = world();
  const program = fileURLToPath(new URL('../../support/processes/store-child.ts', import.meta.url));
  const child = spawn(process.execPath, [program, 'echo', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  for await (const _ of createInterface({ input: child.stdout })) break;
  const stop = new AbortController();
  const seen: FeedEntry[] = [];
  for await (const entry of feed.subscribe('log', { signal: stop.signal })) {
    seen.push(entry);
    if (seen.length === 4) stop.abort();
    else child.stdin.write(`entry ${seen.length}\n`);
  }
  expect(seen.map(({ body }) => body)).toEqual(['begin', 'entry 1', 'entry 2', 'entry 3']);
  child.stdin.end();
  await ended;
});
