import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localTranscripts } from '#core/platform/adapters/local/transcripts/transcripts.ts';
import { searchMessages } from '#core/sessions/search/search-messages.ts';
import { readSummaries } from '#core/sessions/summaries/summary-cache.ts';
import { memoryOf } from '../processes.ts';
import { rare } from '../samples/sessions.ts';
import { quantile, size, suite, timed, timesOf, type Line } from '../suite.ts';

const bytes = size(2 ** 30, 100_000_000);
const rounds = size(3, 1);
const settleMs = 2_500;
const warmRounds = 10;

// The message search over sessions of 1 GiB, against reading the files.
await suite(async (folder) => {
  const directory = join(folder, 'projects');
  // A process of its own, whose memory does not count.
  const script = resolve(import.meta.dirname, '../samples/sessions.ts');
  execFileSync(process.execPath, [script, directory, String(bytes)]);
  const offload = childOffload();
  const clock = systemClock();
  const transcripts = localTranscripts({ directory, offload });
  const needs = { transcripts, clock, log: () => {} };
  const range = { limit: 50, order: 'newest', from: undefined, to: undefined } as const;
  const search = (q: string) => searchMessages(needs, { q, ...range });
  const best = async (work: () => unknown) => Math.min(...(await timesOf(rounds, work)));
  const files = (await transcripts.list()).map(({ path }) => join(directory, path));
  const roof = await best(() => readAll(files));
  await search('warm');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const scans: Line[] = [];
  for (const [what, q] of [
    ['no result', 'zzqy'],
    ['a frequent word', 'ERROR'],
    ['a letter', 'e'],
  ] as const) {
    const value = await best(() => search(q));
    const name = `Sessions without index, ${what}; reading the files`;
    // The start of a search takes longer than reading few bytes.
    const bar = bytes < 2 ** 30 ? {} : { bar: 3 * roof };
    scans.push({ name, value, unit: 'ms', roof, ratio: value / roof, ...bar });
  }
  await clock.sleep(settleMs);
  await readSummaries(needs);
  const queries = ['error', 'the', 'zzqy', 'session config', ...rare.slice(0, size(196, 46))];
  // A process that has just begun compiles as it works.
  for (let round = 0; round < warmRounds; round += 1) await search('error');
  const times: number[] = [];
  for (const q of queries) times.push(await timed(() => search(q)));
  delay.disable();
  const memory = memoryOf(process.pid, folder).megabytes;
  await offload.close();
  const all = `Sessions, 99 % of ${queries.length} queries of the index`;
  return [
    ...scans,
    { name: all, value: quantile(times, 0.99), unit: 'ms', bar: 20 },
    {
      name: 'Sessions, longest wait of the event loop',
      value: delay.max / 1e6,
      unit: 'ms',
      bar: 20,
    },
    { name: 'Sessions, memory of all processes', value: memory, unit: 'MB', bar: 256 },
  ];
});

function readAll(files: readonly string[]): void {
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);
  for (const file of files) {
    const handle = openSync(file, 'r');
    while (readSync(handle, buffer) > 0);
    closeSync(handle);
  }
}
