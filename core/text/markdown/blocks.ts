import { withoutEnd } from '../without-end.ts';
import { inlineMarkup } from './inline.ts';

/** A line that is always text inside a paragraph or item. */
const text = /^(?:[^\s#>\-*+=|`~\d_:<[]|\*\*?[^\s*]|`[^`]|\[[^\]\s])/;
const softEnd = /[ \t\\]$/;
const delimiter = /^\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?$/;
const listLine = /^( *)([-*]|\d{1,9}\.) (\S.*)$/;
const task = /^\[[ xX]\]/;

/** Markup of simple blocks. Undefined: the engine must render them. */
export function blockMarkup(lines: readonly string[]): string | undefined {
  const [first = ''] = lines;
  if (first.startsWith('|')) return table(lines);
  if (!first.startsWith(' ') && listLine.test(first)) return list(lines);
  const inner = paragraph(lines);
  return inner === undefined ? undefined : `<p>${inner}</p>`;
}

export function headingText(line: string): { depth: number; inner: string } | undefined {
  const depth = line.search(/[^#]|$/);
  const whole = withoutEnd(line.slice(depth), ' \t');
  const open = withoutEnd(whole, '#');
  const inner = inlineMarkup((/[ \t]$/.test(open) ? open : whole).trim());
  return inner === undefined ? undefined : { depth, inner };
}

/** The label and text of a fence. Undefined: its label has escapes. */
export function fenceText(lines: readonly string[]): { label: string; code: string } | undefined {
  const [opened = '', ...rest] = lines;
  const mark = opened.charAt(0);
  const size = opened.search(new RegExp(`[^${mark}]|$`));
  const label = opened.slice(size).trim();
  if (/[\\&\t]/.test(label)) return undefined;
  const last = rest.at(-1) ?? '';
  const end = new RegExp(`^ {0,3}${mark}{${size},}[ \\t]*$`);
  if (!end.test(last)) return undefined;
  return {
    label,
    code: rest
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join(''),
  };
}

function paragraph(lines: readonly string[]): string | undefined {
  for (const [at, line] of lines.entries()) {
    if (!text.test(line) || line.includes('\t')) return undefined;
    if (at < lines.length - 1 && softEnd.test(line)) return undefined;
  }
  return inlineMarkup(lines.join('\n').trimEnd());
}

function table(lines: readonly string[]): string | undefined {
  const [head = '', rule = '', ...body] = lines;
  if (!delimiter.test(rule) || lines.some((line) => /[\\\t]/.test(line))) return undefined;
  const names = cells(head);
  const aligns = cells(rule)?.map(alignOf);
  if (!names || !aligns || names.length !== aligns.length || names.length > 64) return undefined;
  const rows = [names, ...body.map(cells)];
  const parts: string[] = [];
  for (const [at, row] of rows.entries()) {
    const tag = at === 0 ? 'th' : 'td';
    if (!row) return undefined;
    const columns: string[] = [];
    for (const [column, align] of aligns.entries()) {
      const inner = inlineMarkup(row[column] ?? '');
      if (inner === undefined) return undefined;
      columns.push(`<${tag}${align}>${inner}</${tag}>\n`);
    }
    parts.push(`<tr>\n${columns.join('')}</tr>\n`);
  }
  const [top = '', ...rest] = parts;
  const below = rest.length === 0 ? '' : `<tbody>\n${rest.join('')}</tbody>\n`;
  return `<table>\n<thead>\n${top}</thead>\n${below}</table>`;
}

function cells(line: string): string[] | undefined {
  const trimmed = line.trimEnd();
  if (!trimmed.startsWith('|') || !trimmed.endsWith('|') || trimmed.length < 2) return undefined;
  return trimmed
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function alignOf(cell: string): string {
  const [left, right] = [cell.startsWith(':'), cell.endsWith(':')];
  if (left && right) return ' align="center"';
  return left ? ' align="left"' : right ? ' align="right"' : '';
}

interface OpenList {
  readonly indent: number;
  /** The column where the items' text begins. */
  offset: number;
  readonly mark: string;
}

/** A list without blank lines, whose items are text and lists. */
function list(lines: readonly string[]): string | undefined {
  const open: OpenList[] = [];
  const out: string[] = [];
  let item: string[] = [];
  const endText = (): boolean => {
    if (item.length === 0) return true;
    if (item.slice(0, -1).some((line) => softEnd.test(line))) return false;
    const inner = inlineMarkup(item.join('\n').trimEnd());
    if (inner === undefined) return false;
    out.push(inner);
    item = [];
    return true;
  };
  const endList = () => {
    const mark = open.pop()?.mark;
    out.push(`</li>\n</${mark === '.' ? 'ol' : 'ul'}>\n`);
  };

  for (const line of lines) {
    if (line.includes('\t')) return undefined;
    const match = listLine.exec(line);
    if (!match) {
      const indent = line.search(/\S/);
      const rest = line.slice(Math.max(indent, 0));
      if (indent !== open.at(-1)?.offset || !text.test(rest)) return undefined;
      item.push(rest);
      continue;
    }
    const [, space = '', marker = '', words = ''] = match;
    const indent = space.length;
    if (!text.test(words) || task.test(words)) return undefined;
    const isNested = item.length > 0 && indent === open.at(-1)?.offset;
    if (!endText()) return undefined;
    if (!isNested) {
      while (open.length > 0 && indent < (open.at(-1)?.indent ?? 0)) endList();
    }
    const current = open.at(-1);
    const mark = marker.at(-1) ?? '';
    if (open.length === 0 || isNested) {
      const number = mark === '.' ? Number.parseInt(marker, 10) : 1;
      // Inside text only a list that begins with 1 starts a list.
      if (isNested && number !== 1) return undefined;
      const start = number === 1 ? '' : ` start="${number}"`;
      const before = isNested ? '\n' : '';
      out.push(`${before}<${mark === '.' ? `ol${start}` : 'ul'}>\n<li>`);
      open.push({ indent, mark, offset: indent + marker.length + 1 });
    } else if (current?.indent === indent && current.mark === mark) {
      out.push('</li>\n<li>');
      current.offset = indent + marker.length + 1;
    } else return undefined;
    item.push(words);
  }
  if (!endText()) return undefined;
  while (open.length > 0) endList();
  return out.join('').trimEnd();
}
