/** Lines that render the same alone as in their document. */
export interface Chunk {
  readonly kind: 'heading' | 'fence' | 'other';
  /** Without blank lines at the end. */
  readonly lines: readonly string[];
  /** The blank lines after them. */
  readonly blanks: readonly string[];
}

const heading = /^#{1,6}(?:[ \t]|$)/;
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/s;
const indentedFence = /^ {1,3}(?:`{3}|~{3})/;
const item = /^(?:[-*+]|\d{1,9}[.)]) {1,4}[^\s\-*+_>#`~|]/;
const anyItem = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * Splits a document where no construct can continue: at headings and fences at the start of a line,
 * and after blank lines before text at the start of a line. Undefined: that cannot be decided.
 */
export function chunksOf(markdown: string): Chunk[] | undefined {
  const lines = markdown.split('\n');
  const chunks: Chunk[] = [];
  let open: string[] = [];
  let isAfterBlank = true;
  let hasItem = false;
  const close = () => {
    let end = open.length;
    while (end > 0 && isBlank(open[end - 1] as string)) end -= 1;
    if (end > 0) chunks.push({ kind: 'other', lines: open.slice(0, end), blanks: open.slice(end) });
    open = [];
    hasItem = false;
  };

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    if (isBlank(line)) {
      if (open.length > 0) open.push(line);
      isAfterBlank = true;
      continue;
    }
    const first = line.charCodeAt(0);
    const isIndented = first === 0x20 || first === 0x09;
    if (isIndented) {
      if (indentedFence.test(line) && !isInItem(line, open)) return undefined;
      open.push(line);
    } else if (first === 0x23 && heading.test(line)) {
      close();
      chunks.push({ kind: 'heading', lines: [line], blanks: [] });
    } else if ((first === 0x60 || first === 0x7e) && fence.test(line)) {
      close();
      const end = fenceEnd(lines, at);
      chunks.push({ kind: 'fence', lines: lines.slice(at, end), blanks: [] });
      at = end - 1;
    } else {
      if (isAfterBlank && !(hasItem && listMarker.test(line))) close();
      open.push(line);
    }
    isAfterBlank = false;
    hasItem ||= open.length > 0 && (isIndented || anyItem.test(line));
  }
  close();
  return chunks;
}

function isBlank(line: string): boolean {
  return line === '' || /^[ \t]*$/.test(line);
}

/** Whether an indented line belongs to the last item of the open list. */
function isInItem(line: string, open: readonly string[]): boolean {
  if (!listMarker.test(open[0] ?? '')) return false;
  const last = open.findLast((each) => /^\S/.test(each)) ?? '';
  const match = item.exec(last);
  return match !== null && line.search(/\S/) >= match[0].length - 1;
}

/** The line after a fence's end. */
function fenceEnd(lines: readonly string[], start: number): number {
  const opened = lines[start] as string;
  const mark = opened.charAt(0);
  let size = 0;
  while (opened.charAt(size) === mark) size += 1;
  const end = new RegExp(`^ {0,3}${mark}{${size},}[ \\t]*$`);
  for (let at = start + 1; at < lines.length; at += 1) {
    if (end.test(lines[at] as string)) return at + 1;
  }
  return lines.length;
}
