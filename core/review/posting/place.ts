import type { ChangedFile } from '#core/scm/changed-files.ts';
import type { ReviewComment, Suggestion } from '../comments/read-comments.ts';

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

/** A line so near to a hunk still speaks of its change; a comment on one farther away would be
 * misread at the hunk. */
const nearLines = 10;

export interface Place {
  readonly path: string;
  readonly line: number;
  /** The text of the line. */
  readonly text: string;
  /** The texts of all lines that a suggestion replaces; the last one is `line`. */
  readonly lines?: readonly string[];
}

/** Undefined: no line of the diff is near. */
export type FindPlace = (comment: ReviewComment) => Place | undefined;

/** The host lists no more files of a comparison, and of a pull request. */
const maxFiles = new Set([300, 3_000]);

/** Where comments can be in the diff of these files. A full list may lack files: their lines are left
 * to the host to check. */
export function placesIn(files: readonly ChangedFile[]): FindPlace {
  const byPath = new Map<string, ChangedFile>();
  for (const file of files) if (file.previousPath) byPath.set(file.previousPath, file);
  for (const file of files) byPath.set(file.path, file);
  const isFull = maxFiles.has(files.length);
  const parsed = new Map<string, Hunk[]>();
  const hunksIn = ({ path, patch }: ChangedFile) => {
    const hunks = parsed.get(path) ?? hunksOf(patch);
    parsed.set(path, hunks);
    return hunks;
  };
  return ({ path, line, suggestions: [first] = [] }) => {
    const bare = path.replace(/^\.?\//, '');
    const file = byPath.get(path) ?? byPath.get(bare);
    if (!file) return isFull ? { path: bare, line, text: String(line) } : undefined;
    const hunks = hunksIn(file);
    const near = (first && replaced(hunks, first)) ?? nearest(hunks, line);
    return near && { path: file.path, ...near };
  };
}

/** Undefined: no hunk has all the lines. */
function replaced(hunks: readonly Hunk[], { startLine, endLine }: Suggestion) {
  const hunk = hunks.find((each) => each.has(startLine) && each.has(endLine));
  if (!hunk) return undefined;
  const own = [...hunk].filter(([line]) => line >= startLine && line <= endLine);
  const lines = own.map(([, text]) => text);
  return { line: endLine, text: lines.at(-1) ?? '', lines };
}

function nearest(hunks: readonly Hunk[], line: number) {
  let best: { line: number; text: string } | undefined;
  for (const hunk of hunks) {
    const lines = [...hunk.keys()];
    const inside = Math.min(Math.max(line, lines[0] as number), lines.at(-1) as number);
    const distance = Math.abs(inside - line);
    if (distance <= nearLines && (!best || distance < Math.abs(best.line - line))) {
      best = { line: inside, text: hunk.get(inside) as string };
    }
  }
  return best;
}
