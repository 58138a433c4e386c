import type { Log } from '#core/platform/ports/log.ts';
import type { Transcript } from '#core/platform/ports/transcripts.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';

const partBytes = 16 * 1024 * 1024;
/** The offload starts its second process when four wait. Few, so that searches take turns. */
const atOnce = 6;

/** Runs the work for groups of files of similar size, the unit in which searches take turns. Results
 * are in the order of the files. */
export async function inParts<File extends Pick<Transcript, 'size'>, Result>(
  files: readonly File[],
  run: (part: readonly File[]) => Promise<Result>,
): Promise<Result[]> {
  const parts: File[][] = [];
  let budget = 0;
  for (const file of files) {
    if (budget <= 0) {
      budget = partBytes;
      parts.push([]);
    }
    parts.at(-1)?.push(file);
    // Opening a file takes about as long as reading so much.
    budget -= file.size + 16_384;
  }
  const results: Result[] = [];
  await eachAtMost(atOnce, [...parts.entries()], async ([at, part]) => {
    results[at] = await run(part);
  });
  return results;
}

type Malformed = readonly (readonly [path: string, lines: number])[];

export function warn(log: Log, malformed: Malformed): void {
  for (const [file, lines] of malformed) {
    log('WARNING', 'malformed lines were skipped', { file, lines });
  }
}
