import type { FeedEntry } from '../../ports.ts';

// A segment is a file of lines, named by its first cursor: 0000000000000001.jsonl. A line is
// {"cursor":7,"body":"…"}; one that is not the last of its append call also says how many
// follow, {"cursor":6,"more":1,"body":"…"}, so that half a call is told from a whole one.

export const newline = 10;

export function segmentName(first: number): string {
  return `${String(first).padStart(16, '0')}.jsonl`;
}

/** The first cursor of a segment file; undefined for other files. */
export function firstOf(fileName: string): number | undefined {
  const digits = /^(\d{16})\.jsonl$/.exec(fileName)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function linesOf(first: number, bodies: readonly string[]): Buffer[] {
  return bodies.map((body, at) => {
    const cursor = first + at;
    const more = bodies.length - at - 1;
    return Buffer.from(`${JSON.stringify(more > 0 ? { cursor, more, body } : { cursor, body })}\n`);
  });
}

/** What the beginning of a line says; undefined when it is not a line of ours. */
export function headOf(line: Buffer): { cursor: number; more: number } | undefined {
  const head = /^\{"cursor":(\d{1,16}),(?:"more":(\d{1,16}),)?"body":"/.exec(
    line.toString('latin1', 0, 64),
  );
  if (!head || line.at(-1) !== 0x7d) return undefined;
  return { cursor: Number(head[1]), more: Number(head[2] ?? 0) };
}

export function entryOf(line: Buffer): FeedEntry {
  const { cursor, body } = JSON.parse(line.toString('utf8')) as FeedEntry;
  return { cursor, body };
}
