import { blockMarkup, fenceText, headingText } from './blocks.ts';
import { chunksOf, type Chunk } from './chunks.ts';

/** How headings and code are written, whoever reads them. */
export interface MarkupPieces {
  heading(depth: number, inner: string): string;
  code(label: string, text: string): string;
}

const tableFrame = '<div class="table" role="group" aria-label="Table" tabindex="0">';
/** Definitions work across the whole document; the other characters are the engine's to replace. */
const forEngine = /^[ \t>*+\d.)-]*\[(?:[^[\]\\]|\\[^]){0,999}\]:|[\0\r\ufeff]/m;
const quoted = /^>(?: |$)/;
const deepestQuote = 8;

/**
 * The markup of a document whose simple parts, which are most of a documentation, are written
 * directly: five to ten times as fast as the engine, which gets the rest. A test holds both to the
 * same markup.
 */
export function fastMarkup(
  markdown: string,
  pieces: MarkupPieces,
  byEngine: (markdown: string) => string,
): string {
  return forEngine.test(markdown) ? byEngine(markdown) : document(markdown, pieces, byEngine, 0);
}

function document(
  markdown: string,
  pieces: MarkupPieces,
  byEngine: (markdown: string) => string,
  depth: number,
): string {
  const chunks = chunksOf(markdown);
  if (!chunks) return byEngine(markdown);
  const parts: string[] = [];
  let rest: string[] = [];
  const flush = (end: string) => {
    if (rest.length > 0) parts.push(byEngine(rest.join('\n') + end).trimEnd());
    rest = [];
  };
  for (const chunk of chunks) {
    const write = writerOf(chunk, depth);
    if (write) {
      flush('\n');
      parts.push(write());
    } else rest.push(...chunk.lines, ...chunk.blanks);
  }
  flush('');
  return parts.map((part) => `${part}\n`).join('');

  /** Writes in its turn: headings are numbered in their order. Undefined: the engine's work. */
  function writerOf({ kind, lines }: Chunk, deep: number): (() => string) | undefined {
    const [first = ''] = lines;
    if (kind === 'heading') {
      const part = headingText(first);
      return part && (() => pieces.heading(part.depth, part.inner));
    }
    if (kind === 'fence') {
      const part = fenceText(lines);
      return part && (() => pieces.code(part.label, part.code));
    }
    if (first.startsWith('>')) {
      if (deep >= deepestQuote || !lines.every((line) => quoted.test(line))) return undefined;
      const inner = lines.map((line) => line.slice(2)).join('\n');
      return () => `<blockquote>\n${document(inner, pieces, byEngine, deep + 1)}</blockquote>`;
    }
    if (lines.length === 1 && /^(?:---+|\*\*\*+|___+)$/.test(first)) return () => '<hr />';
    const markup = blockMarkup(lines);
    if (markup === undefined) return undefined;
    return () => (markup.startsWith('<table>') ? `${tableFrame}\n${markup}</div>` : markup);
  }
}
