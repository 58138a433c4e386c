import type { Transcript } from '#core/platform/ports/transcripts.ts';

const partBytes = 16 * 1024 * 1024;
/** The offload starts its second process when four wait. Few, so that searches take turns. */
const atOnce = 6;

type Sized = Pick<Transcript, 'size'>;

/** Groups files into parts of similar size: the unit in which searches take turns. */
export function partsOf<File extends Sized>(files: readonly File[]): (readonly File[])[] {
  const parts: File[][] = [];
  let left = 0;
  for (const file of files) {
    if (left <= 0) {
      left = partBytes;
      parts.push([]);
    }
    parts.at(-1)?.push(file);
    // Opening a file takes about as long as reading so much.
    left -= file.size + 16_384;
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
