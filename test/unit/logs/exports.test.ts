import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pruneLogs } from '#core/logs/prune-logs.ts';
import { exportEntries } from '#core/logs/reading/export-entries.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { logFolder } from '#test/support/logs/log-folder.ts';
import { entry } from '#test/support/logs/log-records.ts';

const timestamp = '2026-03-01T10:30:00.123Z';

it('an export holds each entry once, although others are written between its pages', async () => {
  const world = await logFolder();
  const { logs, clock } = world;
  const records = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => entry({ timestamp, message: `${name} ${at}` }));
  await logs.append(records(4_100, 'kept'));
  const { text } = await exportEntries({ logs, clock }, { limit: 10_000 }, 'ndjson');
  const messages: string[] = [];
  for await (const line of text) {
    messages.push((JSON.parse(line) as { message: string }).message);
    if (messages.length % 1_000 === 500) await logs.append(records(30, 'later'));
  }
  expect(messages).toEqual(
    records(4_100, 'kept')
      .map(({ message }) => message)
      .toReversed(),
  );
});

it('exports are removed when their link has expired', async () => {
  const world = await logFolder();
  const { logs, clock, directory } = world;
  const blobs = localBlobs({ directory: join(directory, 'blobs') });
  const now = clock.now().getTime();
  for (const [key, age] of [
    ['exports/new.json', 0],
    ['exports/limit.json', 3_600_000],
    ['exports/old.json', 3_600_001],
    ['other/old.json', 9_000_000],
  ] as const) {
    await blobs.put(key, 'x');
    const modified = new Date(now - age);
    utimesSync(join(directory, 'blobs', key), modified, modified);
  }
  await pruneLogs({ logs, clock, blobs, log: () => {}, environment: {} });
  const entries = await Array.fromAsync(blobs.list(''));
  const kept = ['exports/limit.json', 'exports/new.json', 'other/old.json'];
  expect(entries.map(({ key }) => key)).toEqual(kept);
});
