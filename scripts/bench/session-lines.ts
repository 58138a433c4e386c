import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { localTranscripts } from '#core/platform/adapters/local/transcripts/transcripts.ts';
import { searchMessages } from '#core/sessions/search/search-messages.ts';
import { readSummaries } from '#core/sessions/summaries/summary-cache.ts';
import type { Line } from './line.ts';
import { rare } from './sample-sessions.ts';

const everything = { order: 'newest', from: undefined, to: undefined } as const;
const settledMilliseconds = 2_500;

/** The message search over generated sessions, against reading the files. */
export async function sessionLines(bytes: number): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const directory = join(folder, 'projects');
  // In a process of its own, whose memory does not count.
  const script = join(import.meta.dirname, 'sample-sessions.ts');
  execFileSync(process.execPath, [script, directory, String(bytes)]);
  const offload = childOffload();
  const clock = systemClock();
  const transcripts = localTranscripts({ directory, offload });
  const needs = { transcripts, clock, log: () => {} };
  const search = (q: string) => searchMessages(needs, { q, limit: 50, ...everything });
  const files = (await transcripts.list()).map(({ path }) => join(directory, path));
  try {
    const reading = await best(async () => readAll(files));
    await search('warm');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const scans: Line[] = [];
    for (const [what, q] of [
      ['nothing found', 'zzqy'],
      ['a frequent word', 'ERROR'],
      ['a letter', 'e'],
    ] as const) {
      const value = await best(() => search(q));
      scans.push({ name: `Scan, ${what}`, value, unit: 'ms' });
      const name = `The same, times reading the files (${Math.round(reading)} ms)`;
      scans.push({ name, value: value / reading, unit: '×', bar: 3 });
    }
    await clock.sleep(settledMilliseconds);
    const built = await timed(() => readSummaries(needs));
    const queries = ['error', 'the', 'zzqy', 'session config', ...rare.slice(0, 196)];
    const times: number[] = [];
    for (const q of queries) times.push(await timed(() => search(q)));
    times.sort((one, other) => one - other);
    delay.disable();
    const memory = memoryOf();
    const parsing = await timed(() => plain(files));
    return [
      ...scans,
      { name: 'Plain scan: every line parsed', value: parsing, unit: 'ms' },
      ...ripgrep(directory),
      { name: 'Index built', value: bytes / 1_000 / built, unit: 'MB/s' },
      { name: 'Indexed, half of 200 queries', value: times[100] ?? 0, unit: 'ms' },
      { name: 'Indexed, 99 % of them', value: times[197] ?? 0, unit: 'ms', bar: 10 },
      { name: 'Longest wait of the event loop', value: delay.max / 1e6, unit: 'ms', bar: 20 },
      ...(memory === undefined
        ? []
        : [{ name: 'Memory, children included', value: memory, unit: 'MB', bar: 256 }]),
    ].map((line) => ({ ...line, name: `Sessions, ${Math.round(bytes / 1e6)} MB: ${line.name}` }));
  } finally {
    await offload.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function best(work: () => unknown): Promise<number> {
  const times = [await timed(work), await timed(work), await timed(work)];
  return Math.min(...times);
}

function readAll(files: readonly string[]): void {
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);
  for (const file of files) {
    const handle = openSync(file, 'r');
    while (readSync(handle, buffer) > 0);
    closeSync(handle);
  }
}

function plain(files: readonly string[]): number {
  let hits = 0;
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { message } = JSON.parse(line) as { message: { content: unknown } };
      if (JSON.stringify(message.content).toLowerCase().includes('zzqy')) hits += 1;
    }
  }
  return hits;
}

function ripgrep(directory: string): Line[] {
  try {
    const began = performance.now();
    execFileSync('rg', ['-ic', 'error', directory], { stdio: 'ignore' });
    return [{ name: 'ripgrep, a frequent word', value: performance.now() - began, unit: 'ms' }];
  } catch {
    // Not installed.
    return [];
  }
}

/** In megabytes; pages that the processes share, such as the Node binary, count once. Linux only. */
function memoryOf(): number | undefined {
  const own = `/proc/${process.pid}/task/${process.pid}/children`;
  if (!existsSync(own)) return undefined;
  const pids = [process.pid, ...readFileSync(own, 'utf8').split(' ').filter(Boolean)];
  const kilobytes = (pid: number | string, name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const apart = pids.map((pid) => kilobytes(pid, 'RssAnon'));
  const shared = Math.max(...pids.map((pid) => kilobytes(pid, 'RssFile')));
  return apart.reduce((sum, each) => sum + each, shared) / 1_000;
}
