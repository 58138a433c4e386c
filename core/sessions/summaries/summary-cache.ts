import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript, Transcripts } from '#core/platform/ports/transcripts.ts';
import { isSameFile } from '#core/text/transcript-path.ts';
import { keepSummaries, readKept } from './kept-summaries.ts';
import { inParts, warn } from './parts.ts';
import summarizeFiles, { type Summary } from './summarize-files.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

interface Cached {
  readonly file: Transcript;
  readonly summary: Summary;
}

/** Two writes within the resolution of a file system's times may leave the same time. */
const settledMilliseconds = 2_000;
/** Less is searched without its summary. */
const worthReading = 16 * 1024 * 1024;

const caches = new WeakMap<Transcripts, ReadonlyMap<string, Cached>>();
const refreshing = new WeakSet<Transcripts>();

const sessionsByListing = new WeakMap<readonly Transcript[], readonly Transcript[]>();
/** For listings whose every file has a summary. */
const complete = new WeakMap<readonly Transcript[], ReadonlyMap<string, Summary>>();

/** The sessions among the files: the same array for the same listing. */
export function sessionsIn(files: readonly Transcript[]): readonly Transcript[] {
  const sessions = sessionsByListing.get(files) ?? files.filter(isSession);
  sessionsByListing.set(files, sessions);
  return sessions;
}

export function isSession({ path }: Pick<Transcript, 'path'>): boolean {
  return path.includes('/') && !path.endsWith('/.history.jsonl');
}

/** The summaries of the files that have not changed since they were read, by this process or, where
 * they are kept, by another. */
export async function loadSummaries(
  needs: Needs,
  files: readonly Transcript[],
): Promise<ReadonlyMap<string, Summary>> {
  const { transcripts } = needs;
  const here = complete.get(files) ?? summariesHere(needs, files);
  if (here.size === files.length) complete.set(files, here);
  if (!transcripts.kept) return here;
  const beside = await readKept(
    needs,
    files.filter(({ path }) => !here.has(path)),
  );
  const all = new Map([...here, ...beside]);
  const cached = files.flatMap((file) => {
    const summary = all.get(file.path);
    return summary ? [[file.path, { file, summary }] as const] : [];
  });
  caches.set(transcripts, new Map([...(caches.get(transcripts) ?? []), ...cached]));
  return all;
}

/** What this process has read. */
function summariesHere(
  { transcripts, clock }: Needs,
  files: readonly Transcript[],
): ReadonlyMap<string, Summary> {
  const cache = transcripts.bypassesIndex ? undefined : caches.get(transcripts);
  const now = clock.now().getTime();
  const summaries = new Map<string, Summary>();
  for (const file of files) {
    const cached = cache?.get(file.path);
    if (cached && isSameFile(cached.file, file) && isSettled(file, now)) {
      summaries.set(file.path, cached.summary);
    }
  }
  return summaries;
}

/** `index`: summaries of files spared reading at least one of them. */
export type SearchWay = 'index' | 'scan';

export function wayOf(summaries: ReadonlyMap<string, Summary>): SearchWay {
  return summaries.size > 0 ? 'index' : 'scan';
}

/** All sessions' summaries by path. Files that are new or changed are read. */
export async function readSummaries(
  needs: Needs,
): Promise<{ readonly cached: readonly Cached[]; readonly way: SearchWay }> {
  const { transcripts, log } = needs;
  const files = sessionsIn(await transcripts.list());
  const summaries = await loadSummaries(needs, files);
  const changed = files.filter(({ path }) => !summaries.has(path));
  const read = await inParts(changed, async (part) => {
    const sizes = part.map(({ path, size }) => ({ path, size }));
    const summarized = await transcripts.compute(summarizeFiles, sizes);
    // Part by part: a function that ends before all are read has not worked for nothing.
    await keepSummaries(
      needs,
      part.flatMap((file, at) => (summarized[at] ? [{ file, summary: summarized[at] }] : [])),
    );
    return summarized;
  });
  const fresh = new Map(read.flat().map((summary, at) => [changed[at]?.path ?? '', summary]));
  const cached = files.flatMap((file): Cached[] => {
    const summary = fresh.get(file.path) ?? summaries.get(file.path);
    return summary ? [{ file, summary }] : [];
  });
  caches.set(transcripts, new Map(cached.map((each) => [each.file.path, each])));
  warn(
    log,
    [...fresh].flatMap(([path, { malformed }]) => (malformed > 0 ? [[path, malformed]] : [])),
  );
  return { cached, way: wayOf(summaries) };
}

/** Reads summaries for the next searches, if many files have none. Does not wait for them. */
export function refreshSummaries(
  needs: Needs,
  files: readonly Transcript[],
  summaries: ReadonlyMap<string, Summary>,
): void {
  const { transcripts, clock, log } = needs;
  const now = clock.now().getTime();
  const missing = files.filter((file) => !summaries.has(file.path) && isSettled(file, now));
  const bytes = missing.reduce((sum, { size }) => sum + size, 0);
  if (bytes < worthReading || refreshing.has(transcripts)) return;
  refreshing.add(transcripts);
  void readSummaries(needs)
    .catch((error: unknown) => log('WARNING', 'sessions were not read', { error: String(error) }))
    .finally(() => refreshing.delete(transcripts));
}

function isSettled({ modified }: Transcript, now: number): boolean {
  return now - modified.getTime() > settledMilliseconds;
}
