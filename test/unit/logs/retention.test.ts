import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteOldLogs, oldCopies, pruneLogs } from '#core/logs/prune-logs.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { logFolder } from '#test/support/logs/log-folder.ts';
import { entry } from '#test/support/logs/log-records.ts';

/** A log folder whose clock says 2026-03-01, and a start of the receiver over it. */
async function folder() {
  const { directory, clock, logs, file } = await logFolder();
  const blobs = localBlobs({ directory: join(directory, 'blobs') });
  const copy = (...days: string[]) => {
    for (const day of days) writeFileSync(file(`webhooks_${day}.json`), `{"of":"${day}"}\n`);
  };
  const start = (environment: Environment = {}) => {
    const warnings: unknown[] = [];
    const needs = {
      ...{ logs: { ...logs }, clock, blobs, environment },
      log: (_level: string, message: string, fields = {}) => void warnings.push([message, fields]),
    };
    return { needs, warnings, prune: () => pruneLogs(needs) };
  };
  const days = () =>
    readdirSync(directory)
      .flatMap((name) => /^webhooks_(.*)\.json$/.exec(name)?.[1] ?? [])
      .sort();
  return { directory, clock, logs, copy, start, days };
}

const [old, older, young] = ['2025-11-02', '2025-10-01', '2026-02-27'];

it('keeps old files that were copied into a folder, and says so once', async () => {
  const { copy, start, days, clock } = await folder();
  copy(older, old, young);
  const { needs, warnings, prune } = start();
  await prune();
  await prune();
  // What ages meanwhile stays with them: nobody has decided yet.
  await clock.advance(100 * dayMilliseconds);
  copy('2026-06-01');
  await prune();
  expect(days()).toEqual([older, old, young, '2026-06-01']);
  expect(warnings).toEqual([
    [
      expect.stringMatching(/^2 log files .* LOG_RETENTION_DAYS .* \/logs/),
      { files: 2, from: older, to: old },
    ],
  ]);
  expect(await oldCopies(needs)).toEqual({ files: 3, from: older, to: young });
});

it('removes them when the retention is set, and when a person confirms it', async () => {
  for (const remove of ['set', 'confirm']) {
    const { copy, start, days, clock } = await folder();
    copy(older, old, young);
    const { needs, prune, warnings } = start(remove === 'set' ? { LOG_RETENTION_DAYS: '90' } : {});
    if (remove === 'confirm') await deleteOldLogs(needs);
    await prune();
    expect([days(), warnings, await oldCopies(needs)]).toEqual([[young], [], undefined]);
    // From now on the folder ages as usual.
    await clock.advance(100 * dayMilliseconds);
    copy('2026-06-01');
    await prune();
    expect([days(), warnings]).toEqual([['2026-06-01'], []]);
  }
});

it('goes on removing old files of its own, also after a long stop', async () => {
  const { logs, start, days, clock, copy } = await folder();
  const now = () => clock.now().toISOString();
  const [begin, middle, end] = [0, 30, 330].map((day) =>
    new Date(clock.now().getTime() + day * dayMilliseconds).toISOString().slice(0, 10),
  );
  await logs.append([entry({ timestamp: now(), message: 'first' })]);
  await start().prune();
  await clock.advance(30 * dayMilliseconds);
  await logs.append([entry({ timestamp: now(), message: 'second' })]);
  await start().prune();
  await clock.advance(300 * dayMilliseconds);
  await logs.append([entry({ timestamp: now(), message: 'third' })]);
  const { prune, warnings } = start();
  expect(days()).toEqual([begin, middle, end]);
  await prune();
  expect([days(), warnings]).toEqual([[end], []]);
  // Older ones that come later are of somebody else.
  copy(old);
  await prune();
  expect([days(), warnings.length]).toEqual([[old, end], 1]);
});

it('a folder that is not there holds nothing', async () => {
  const { directory, start } = await folder();
  rmSync(directory, { recursive: true });
  const { needs, warnings, prune } = start();
  await prune();
  expect([warnings, await oldCopies(needs)]).toEqual([[], undefined]);
  mkdirSync(directory);
});
