import type { Transcript } from '#core/platform/ports/transcripts.ts';

const partBytes = 16 * 1024 * 1024;
/** The offload starts its second process when four wait. Few, so that searches take turns. */
const atOnce = 6;

/** Groups files into parts of similar size: the unit in which searches take turns. */
export function partsOf(files: readonly Pick<Transcript, 'path' | 'size'>[]): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const { path, size } of files) {
    if (left <= 0) {
      parts.push([]);
      left = partBytes;
    }
    parts.at(-1)?.push(path);
    // Opening a file takes about as long as reading so much.
    left -= size + 16_384;
  }
  return parts;
}

/** Results in the order of the parts. */
export async function eachPart<Part, Result>(
  parts: readonly Part[],
  run: (part: Part) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < parts.length; at = next++) {
      results[at] = await run(parts[at] as Part);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
