/** The lines of one hunk in the new file, by number: the lines that a comment may be at. */
export type Hunk = ReadonlyMap<number, string>;

/** The hunks of a patch, which has no file headers. A hunk that only removes has no lines. */
export function hunksOf(patch: string): Hunk[] {
  const hunks: Map<number, string>[] = [];
  let next = 0;
  for (const line of patch.split('\n')) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)?.[1];
    if (start !== undefined) {
      hunks.push(new Map());
      next = Number(start);
    } else if (line.startsWith('+') || line.startsWith(' ')) {
      hunks.at(-1)?.set(next++, line.slice(1));
    }
  }
  return hunks.filter((hunk) => hunk.size > 0);
}
