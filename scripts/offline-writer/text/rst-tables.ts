import { writeTable } from './directives.ts';

interface Table {
  readonly lines: readonly string[];
  /** The line after it. */
  readonly end: number;
}

type Inline = (text: string) => string;

/** `+----+----+` with cells between bars. Spans become cells of their own. */
export function readGrid(lines: readonly string[], at: number, inline: Inline): Table | undefined {
  const first = lines[at] as string;
  if (!/^\+(?:[-=]+\+)+\s*$/.test(first)) return undefined;
  let end = at;
  while (/^[+|]/.test(lines[end] ?? '')) end++;
  const bars = [...first.matchAll(/\+/g)].map(({ index }) => index);
  const rows: string[][] = [];
  let isNew = false;
  let hasHead = false;
  for (const line of lines.slice(at, end)) {
    const isRule = /^\+[-=]/.test(line);
    if (isRule && line.includes('=') && rows.length === 1) hasHead = true;
    if (!isRule)
      addCells(
        rows,
        line.slice(1),
        bars.slice(0, -1),
        (index) => (bars[index + 1] ?? 0) - 1,
        isNew,
      );
    isNew = isRule;
  }
  return { lines: writeTable(rows, hasHead, inline), end };
}

/** Columns below `====  ====`. A line without its first cell continues the row above. */
export function readSimple(
  lines: readonly string[],
  at: number,
  inline: Inline,
): Table | undefined {
  const first = lines[at] as string;
  const isRule = (line = '') => /^=+(?: +=+)+\s*$/.test(line);
  if (!isRule(first)) return undefined;
  const rules = [at];
  let end = at + 1;
  for (; end < lines.length && rules.length < 3; end++) {
    if (isRule(lines[end])) rules.push(end);
    if (rules.at(-1) === end && (lines[end + 1] ?? '').trim() === '') {
      end++;
      break;
    }
  }
  const starts = [...first.matchAll(/(?<!=)=/g)].map(({ index }) => index);
  const headEnd = rules.length > 2 ? (rules[1] as number) : at;
  const rows: string[][] = [];
  for (let row = at + 1; row < end; row++) {
    const line = lines[row] as string;
    if (isRule(line) || /^-+(?: +-+)*\s*$/.test(line) || line.trim() === '') continue;
    const isNew = /^\S/.test(line) && !(row > at + 1 && row < headEnd);
    addCells(rows, line, starts, (index) => starts[index + 1], isNew);
  }
  return { lines: writeTable(rows, headEnd > at, inline), end };
}

function addCells(
  rows: string[][],
  line: string,
  starts: readonly number[],
  endOf: (index: number) => number | undefined,
  isNew: boolean,
) {
  const cells = starts.map((start, index) => line.slice(start, endOf(index)).trim());
  const last = rows.at(-1);
  if (isNew || !last) rows.push(cells);
  else cells.forEach((cell, index) => (last[index] = `${last[index] ?? ''} ${cell}`.trim()));
}
