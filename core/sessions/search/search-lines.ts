import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript } from '#core/platform/ports/transcripts.ts';
import type { Summary } from '../summaries/summarize-files.ts';
import { mayContain } from '../summaries/text-filter.ts';
import { firstOf, type Hits } from './hit.ts';
import { inParts, warn } from '../summaries/parts.ts';
import scanPart, { type Scan, type Scanned } from './scan-part.ts';

type Needs = Pick<Platform, 'transcripts' | 'log'>;

/** The latest files often have all hits that are needed. */
const firstBytes = 1024 * 1024;
/** Asking another process takes longer than searching so much. */
const smallBytes = 4 * 1024 * 1024;

/** The first hits in the files. What summaries say of files spares reading them. */
export async function searchLines<Kind extends keyof Hits>(
  { transcripts, log }: Needs,
  files: readonly Transcript[],
  scan: Scan<Kind>,
  summaries: ReadonlyMap<string, Summary> = new Map(),
): Promise<readonly Hits[Kind][]> {
  const first = firstOf<Hits[Kind]>(scan.limit, scan.order);
  const query = scan.query.toWellFormed();
  const isPossible = mayContain(query);
  const isNeeded = ({ latest, summary }: Dated) => latest >= first.floor() || !summary;
  const listing = listingOf(files, summaries);

  /** Asked as late as possible: most hits are in the latest files. */
  function* candidates(): Iterator<Dated, void> {
    for (const file of listing.byLatest) {
      if (!isNeeded(file)) continue;
      if (scan.tools === true || isPossible(file.summary?.filter)) yield file;
    }
  }

  async function search(part: readonly Dated[]): Promise<void> {
    const needed = part.filter(isNeeded);
    if (needed.length === 0) return;
    const paths = needed.map(({ path }) => path);
    const isSmall = needed.reduce((sum, { size }) => sum + size, 0) <= smallBytes;
    const texts = new Map(
      needed.flatMap(({ path, summary }) => (summary ? [[path, summary.texts] as const] : [])),
    );
    const input = { ...scan, paths, texts, floor: first.floor(), isKept: isSmall };
    const scanned: unknown = await transcripts.compute(scanPart, input, { isSmall });
    const { hits, malformed } = scanned as Scanned<Hits[Kind]>;
    hits.forEach(first.add);
    first.list();
    warn(log, malformed);
  }

  // Without summaries nothing says which files can be left out: all are searched at once.
  const rest = candidates();
  for (let bytes = summaries.size > 0 ? firstBytes : Infinity; ; bytes *= 1.25) {
    const part = takeBytes(rest, bytes);
    if (part.length === 0) break;
    await inParts(part, search);
  }
  warn(log, listing.malformed);
  return first.list();
}

interface Dated {
  readonly path: string;
  readonly size: number;
  readonly latest: number;
  readonly summary: Summary | undefined;
}

/** What is the same for every search until a file changes. */
interface Listing {
  readonly byLatest: readonly Dated[];
  readonly malformed: readonly (readonly [path: string, lines: number])[];
}

/** By their summaries, which are the same ones until a file changes. */
const listings = new WeakMap<ReadonlyMap<string, Summary>, Listing>();

function listingOf(files: readonly Transcript[], summaries: ReadonlyMap<string, Summary>): Listing {
  const before = listings.get(summaries);
  if (before) return before;
  const dated = files.map(({ path, size, modified }): Dated => {
    const summary = summaries.get(path);
    const latest = summary ? (summary.updated ?? -Infinity) : modified.getTime();
    return { path, size, latest, summary };
  });
  const malformed = dated.flatMap(({ path, summary }) => {
    return summary && summary.malformed > 0 ? [[path, summary.malformed] as const] : [];
  });
  dated.sort((one, other) => (one.latest === other.latest ? 0 : other.latest - one.latest));
  const listing = { byLatest: dated, malformed };
  listings.set(summaries, listing);
  return listing;
}

/** Takes files of so many bytes, at least one. */
function takeBytes(files: Iterator<Dated, void>, bytes: number): Dated[] {
  const part: Dated[] = [];
  for (let sum = 0; sum < bytes;) {
    const { value, done } = files.next();
    if (done) break;
    part.push(value);
    sum += value.size;
  }
  return part;
}
