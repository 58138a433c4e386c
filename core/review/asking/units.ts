import type { ChangedFile } from '#core/scm/changed-files.ts';
import { type Hunk, hunksOf } from '../posting/place.ts';

/** The smallest part of a diff that a model is asked about: one hunk of one file. */
export interface Unit {
  readonly path: string;
  /** With the numbers of the new file's lines. */
  readonly text: string;
  readonly tokens: number;
  readonly lines: Hunk;
}

/** Files that tools write: comments on them are not useful. */
const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|composer\.lock|Gemfile\.lock)$|\.min\.(?:js|css)$|\.map$/;

/** Code has about three characters a token; in doubt the estimate is too high. */
const charactersPerToken = 3;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** What can be reviewed: hunks with lines in the new file. */
export function unitsOf(files: readonly ChangedFile[]): Unit[] {
  return files
    .filter(({ path }) => !generated.test(path))
    .flatMap(({ path, patch }) =>
      patch.split(/\n(?=@@ -)/).flatMap((part) => {
        const [lines] = hunksOf(part);
        if (!lines) return [];
        const text = numbered(part, lines);
        return [{ path, text, tokens: tokensOf(text), lines }];
      }),
    );
}

function numbered(part: string, lines: Hunk): string {
  const numbers = lines.keys();
  const width = String([...lines.keys()].at(-1)).length;
  const shown = part.split('\n').map((line) => {
    const isNew = line.startsWith('+') || line.startsWith(' ');
    const number = isNew ? String(numbers.next().value ?? '') : '';
    return line.startsWith('@@') || line === '' ? line : `${number.padStart(width)} ${line}`;
  });
  return shown.join('\n').trimEnd();
}

export interface Batches {
  readonly batches: readonly (readonly Unit[])[];
  /** Paths of what exceeds the budget. */
  readonly left: readonly string[];
}

/** Distributes the units in order over questions of a limited size, within a budget for all. */
export function batchesOf(
  units: readonly Unit[],
  { batch, budget }: { readonly batch: number; readonly budget: number },
): Batches {
  const batches: Unit[][] = [];
  const rest = new Set<string>();
  let [spent, filled] = [0, Infinity];
  for (const unit of units) {
    if (unit.tokens > batch || spent + unit.tokens > budget) {
      rest.add(unit.path);
      continue;
    }
    if (filled + unit.tokens > batch) {
      batches.push([]);
      filled = 0;
    }
    batches.at(-1)?.push(unit);
    filled += unit.tokens;
    spent += unit.tokens;
  }
  return { batches, left: [...rest] };
}
