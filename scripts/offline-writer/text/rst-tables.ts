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
  const bounds = [...first.matchAll(/\+(?=[-=])/g)].map(({ index }) => index);
  const rows: string[][] = [];
  let isNew = false;
  let hasHead = false;
  for (const line of lines.slice(at, end)) {
    if (/^\+[-=]/.test(line)) {
      isNew = true;
      if (line.includes('=') && rows.length === 1) hasHead = true;
      continue;
    }
    addCells(
      rows,
      line,
      bounds.map((bound) => bound + 1),
      isNew,
    );
    isNew = false;
  }
  return {
    lines: writeTable(
      rows.map((row) => row.map((cell) => inline(cell.replace(/\|$/, '').trim()))),
      hasHead,
    ),
    end,
  };
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
    if (!isRule(lines[end])) continue;
    rules.push(end);
    if ((lines[end + 1] ?? '').trim() === '' && rules.length > 1) {
      end++;
      break;
    }
  }
  const bounds = [...first.matchAll(/(?<!=)=/g)].map(({ index }) => index);
  const rows: string[][] = [];
  const headEnd = rules.length > 2 ? (rules[1] as number) : at;
  for (let row = at + 1; row < end; row++) {
    const line = lines[row] as string;
    if (isRule(line) || /^-+(?: +-+)*\s*$/.test(line) || line.trim() === '') continue;
    addCells(rows, line, bounds, /^\S/.test(line) && !(row > at + 1 && row < headEnd));
  }
  return {
    lines: writeTable(
      rows.map((row) => row.map((cell) => inline(cell.trim()))),
      headEnd > at,
    ),
    end,
  };
}

function addCells(rows: string[][], line: string, bounds: readonly number[], isNew: boolean) {
  const cells = bounds.map((bound, index) =>
    line
      .slice(bound, bounds[index + 1])
      .replace(/\|?$/, '')
      .trim(),
  );
  const last = rows.at(-1);
  if (isNew || !last) rows.push(cells);
  else cells.forEach((cell, index) => (last[index] = `${last[index] ?? ''} ${cell}`.trim()));
}
