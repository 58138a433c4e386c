import { escapeText } from '#core/text/escape.ts';
import type { Highlight } from '#core/text/markdown/markdown.ts';
import type { CitedSource } from '../../evidence/cited-sources.ts';

/** Longer files are shown around the cited lines. */
const wholeLines = 1_500;
const linesAround = 60;
/** How much is shown of a long file of which no line is cited. */
const firstLines = 300;

type Lines = readonly [first: number, last: number];

/** A file as numbered lines. Each has an id, as has each range that is cited. */
export function sourceLines(
  { path, text, lines: cited }: CitedSource,
  highlight: Highlight | undefined,
): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const parts: string[] = [];
  let next = 1;
  for (const [first, last] of partsOf(lines.length, cited)) {
    if (first > next) parts.push(gap(next, first - 1));
    const code = `${lines.slice(first - 1, last).join('\n')}\n`;
    const markup = highlight?.(code, languageOf(path)) ?? escapeText(code);
    parts.push(numbered(splitMarkup(markup).slice(0, last - first + 1), first, cited));
    next = last + 1;
  }
  if (next <= lines.length) parts.push(gap(next, lines.length));
  return parts.join('');
}

/** The lines to show. */
function partsOf(count: number, cited: readonly Lines[]): Lines[] {
  if (count <= wholeLines) return [[1, count]];
  const ranges: readonly Lines[] = cited.length > 0 ? cited : [[1, firstLines - linesAround]];
  const parts: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(1, first - linesAround);
    const to = Math.min(count, last + linesAround);
    const open = parts.at(-1);
    if (open && from <= open[1] + 1) open[1] = Math.max(open[1], to);
    else if (from <= to) parts.push([from, to]);
  }
  return parts;
}

function gap(first: number, last: number): string {
  const many = first === last ? `Line ${first} is` : `Lines ${first} to ${last} are`;
  return `<span class="gap">${many} not shown</span>`;
}

/** A range that reaches out of another one has no element around it: its first line has its id. */
function numbered(lines: readonly string[], start: number, cited: readonly Lines[]): string {
  const ranges = [...new Map(cited.map((each) => [idOf(each), each])).values()]
    .filter(([first, last]) => last > first)
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const open: number[] = [];
  let html = '';
  for (const [at, line] of lines.entries()) {
    const number = start + at;
    for (const range of ranges.filter(([first]) => first === number)) {
      const isInside = range[1] <= (open.at(-1) ?? Infinity);
      html += `<span class="range" id="${idOf(range)}">${isInside ? '' : '</span>'}`;
      if (isInside) open.push(range[1]);
    }
    html += `<span class="line" id="L${number}" data-line="${number}">${line}\n</span>`;
    while (open.at(-1) === number) {
      html += '</span>';
      open.pop();
    }
  }
  return html + '</span>'.repeat(open.length);
}

function idOf([first, last]: Lines): string {
  return `L${first}-L${last}`;
}

/** Lines of highlighted code; what is coloured across lines is coloured in each. */
function splitMarkup(markup: string): string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let line = '';
  for (const [piece] of markup.matchAll(/<\/span>|<[^>]*>|\n|[^<\n]+/g)) {
    if (piece === '\n') {
      lines.push(line + '</span>'.repeat(open.length));
      line = open.join('');
      continue;
    }
    if (piece === '</span>') open.pop();
    else if (piece.startsWith('<')) open.push(piece);
    line += piece;
  }
  return [...lines, line];
}

function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return /\.([\w+-]+)$/.exec(name)?.[1] ?? name;
}
