import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { listTranscripts } from '#core/platform/adapters/local/transcripts/list-files.ts';
import { localTranscripts } from '#core/platform/adapters/local/transcripts/transcripts.ts';
import { searchMessages } from '#core/sessions/search/search-messages.ts';
import metadata from '../../../package.json' with { type: 'json' };
import { memoryOf, peakOf } from '../processes.ts';
import { startProgram, type Program } from '../programs.ts';
import { rare } from '../samples/sessions.ts';
import { healthLine, inTurns, longestHealth, quantile, ratioOf } from '../suite.ts';
import { size, suite, timed, timesOf, type Line } from '../suite.ts';

const bytes = size(2 ** 30, 100_000_000);
const rounds = size(3, 1);
const settleMs = 2_500;
const warmRounds = 20;
const hits = 50;
const frequent = 'error';

// The message search over sessions of 1 GiB, against a program that parses them.
await suite(async (folder) => {
  const directory = join(folder, 'projects');
  // A process of its own, whose memory does not count.
  const script = resolve(import.meta.dirname, '../samples/sessions.ts');
  execFileSync(process.execPath, [script, directory, String(bytes)]);
  const lines = await withoutIndex(directory);
  await pause(settleMs);
  return [...lines, ...(await withIndex(folder, directory))];
});

async function withoutIndex(directory: string): Promise<Line[]> {
  const offload = childOffload();
  const transcripts = localTranscripts({ folders: { projects: directory }, offload });
  const needs = { transcripts, clock: systemClock(), log: () => {} };
  const range = { limit: hits, order: 'newest', from: undefined, to: undefined } as const;
  const search = (q: string) => searchMessages(needs, { q, ...range });
  const best = async (work: () => unknown) => Math.min(...(await timesOf(rounds, work)));
  await search('warm');
  const lines: Line[] = [];
  for (const [what, q] of [
    ['no result', 'zzqy'],
    ['a frequent word', frequent],
    ['a letter', 'e'],
  ] as const) {
    // The newest hits may be in any file.
    const roof = await best(() => scan(directory, q, Infinity));
    const value = await best(() => search(q));
    const name = `Sessions without index, ${what}; a scan of all`;
    lines.push({ name, value, unit: 'ms', roof, ratio: value / roof, bar: roof / 2 });
  }
  await offload.close();
  return lines;
}

/** The service at its first start, when its code is not compiled, and at the second. */
async function withIndex(folder: string, directory: string): Promise<Line[]> {
  const home = join(folder, 'home');
  mkdirSync(home);
  const variables = { SESSIONINFO_DIR: directory, SESSIONINFO_PORT: '0' };
  const script = `${metadata.scripts.serve} sessions`;
  const start = () => startProgram(script, 'sessions', home, variables);
  const makeIndex = (service: Program) => ask(service, 'sessions?limit=1');
  const first = await start();
  const measure = () => memoryOf(first.pid, folder);
  const peak = await peakOf(measure, () => makeIndex(first)).finally(first.stop);

  const service = await start();
  try {
    const longest = await longestHealth(service.url, () => makeIndex(service));
    const search = (q: string) => ask(service, `search/messages?limit=${hits}&q=${encodeURI(q)}`);
    // A process that has just begun compiles as it works.
    await timesOf(warmRounds, () => search(frequent));
    const queries = [frequent, 'the', 'zzqy', 'session config', ...rare.slice(0, size(196, 46))];
    const times: number[] = [];
    for (const q of queries) times.push(await timed(() => search(q)));
    const [searches, scans] = await inTurns(
      warmRounds,
      () => timed(() => search(frequent)),
      () => timed(() => scan(directory, frequent, hits)),
    );
    const { value, roof, ratio } = ratioOf(searches, scans);
    // A request takes longer than finding the newest of few files.
    const bar = bytes < 2 ** 30 ? {} : { bar: roof / 2 };
    const name = `Sessions, a frequent word; a scan that stops after ${hits} hits`;
    const all = `Sessions, 99 % of ${queries.length} queries of the index`;
    const memory = memoryOf(service.pid, folder).megabytes;
    return [
      { name, value, unit: 'ms', roof, ratio, ...bar },
      { name: all, value: quantile(times, 0.99), unit: 'ms', bar: size(10, 20) },
      healthLine(longest),
      { name: 'Sessions, memory while they are read first', value: peak, unit: 'MB', bar: 256 },
      { name: 'Sessions, memory after queries', value: memory, unit: 'MB', bar: 256 },
    ];
  } finally {
    await service.stop();
  }
}

async function ask({ url }: Program, path: string): Promise<void> {
  const reply = await fetch(`${url}/${path}`);
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
}

/** What a program without an index does: parses the lines, those of the newest file first, until it has
 * so many hits. */
async function scan(directory: string, word: string, most: number): Promise<void> {
  const files = await listTranscripts({ projects: directory });
  let count = 0;
  for (const { path } of files.sort((a, b) => Number(b.modified) - Number(a.modified))) {
    for (const line of readFileSync(join(directory, path), 'utf8').trimEnd().split('\n')) {
      const { message } = JSON.parse(line) as {
        message: { content: string | { text?: string }[] };
      };
      const { content } = message;
      const text = typeof content === 'string' ? content : content.map((part) => part.text).join();
      if (text.toLowerCase().includes(word) && (count += 1) === most) return;
    }
  }
}
