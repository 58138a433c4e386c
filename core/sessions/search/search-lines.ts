import type { Platform } from '#core/platform/ports/platform.ts';
import type { Transcript } from '#core/platform/ports/transcripts.ts';
import { firstOf, type Hits } from './hit.ts';
import { eachPart, partsOf } from './parts.ts';
import { scanPart, type Scan, type Scanned } from './scan-part.ts';

type Needs = Pick<Platform, 'transcripts' | 'log'>;

/** The first hits in the files. */
export async function searchLines<Kind extends keyof Hits>(
  { transcripts, log }: Needs,
  files: readonly Transcript[],
  scan: Scan<Kind>,
): Promise<readonly Hits[Kind][]> {
  const first = firstOf<Hits[Kind]>(scan.limit, scan.order);
  const results = await eachPart(partsOf(files), async (paths) => {
    const scanned = await transcripts.compute(scanPart, { ...scan, paths });
    return scanned as Scanned<Hits[keyof Hits]> as Scanned<Hits[Kind]>;
  });
  for (const { hits, malformed } of results) {
    hits.forEach(first.add);
    warn(log, malformed);
  }
  return first.list();
}

export function warn(log: Needs['log'], malformed: readonly (readonly [string, number])[]): void {
  for (const [file, lines] of malformed) {
    log('WARNING', 'malformed lines were skipped', { file, lines });
  }
}
