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
  const latest = ({ path, modified }: Transcript) => {
    const summary = summaries.get(path);
    return summary ? (summary.updated ?? -Infinity) : modified.getTime();
  };
  const isPossible = mayContain(query);
  const rest = files
    .filter(({ path }) => scan.tools === true || isPossible(summaries.get(path)?.filter))
    .map((file) => ({ path: file.path, size: file.size, latest: latest(file) }))
    .sort((one, other) => (one.latest === other.latest ? 0 : other.latest - one.latest));

  async function search(part: readonly (typeof rest)[number][]): Promise<void> {
    const floor = first.floor();
    const candidates = part.filter((file) => file.latest >= floor || !summaries.has(file.path));
    if (candidates.length === 0) return;
    const paths = candidates.map(({ path }) => path);
    const isSmall = candidates.reduce((sum, { size }) => sum + size, 0) <= smallBytes;
    const texts = new Map(
      paths.flatMap((path) => {
        const summary = summaries.get(path);
        return summary ? [[path, summary.texts] as const] : [];
      }),
    );
    const input = { ...scan, paths, texts, floor };
    const scanned: unknown = await transcripts.compute(scanPart, input, { isSmall });
    const { hits, malformed } = scanned as Scanned<Hits[Kind]>;
    hits.forEach(first.add);
    first.list();
    warn(log, malformed);
  }

  // Without summaries nothing says which files can be left out: all are searched at once.
  for (let bytes = summaries.size > 0 ? firstBytes : Infinity; rest.length > 0; bytes *= 1.25) {
    await inParts(takeBytes(rest, bytes), search);
  }
  warn(
    log,
    files.flatMap(({ path }) => malformedIn(path, summaries.get(path))),
  );
  return first.list();
}

function malformedIn(path: string, summary: Summary | undefined): [path: string, lines: number][] {
  return summary && summary.malformed > 0 ? [[path, summary.malformed]] : [];
}

/** Removes files of so many bytes from the start, at least one. */
function takeBytes<File extends { readonly size: number }>(files: File[], bytes: number): File[] {
  let sum = 0;
  const end = files.findIndex(({ size }) => (sum += size) >= bytes);
  return files.splice(0, end === -1 ? files.length : end + 1);
}
