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
  // With the latest files first, the hits of later parts are often too old.
  const latest = files.toSorted((one, other) => other.modified.getTime() - one.modified.getTime());
  await eachPart(partsOf(latest), async (paths) => {
    const part = { ...scan, paths, floor: first.floor() };
    const scanned: unknown = await transcripts.compute(scanPart, part);
    const { hits, malformed } = scanned as Scanned<Hits[Kind]>;
    hits.forEach(first.add);
    first.list();
    warn(log, malformed);
  });
  return first.list();
}

export function warn(log: Needs['log'], malformed: readonly (readonly [string, number])[]): void {
  for (const [file, lines] of malformed) {
    log('WARNING', 'malformed lines were skipped', { file, lines });
  }
}
