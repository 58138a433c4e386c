import { micromark } from 'micromark';
import type { Draw } from '../diagram/draw-diagram.ts';
import { breakNames } from './break-names.ts';
import { headingIds } from './heading-ids.ts';
import { escapeText, textOfHtml } from '../escape.ts';
import { engineMarkup } from './engine.ts';
import { extensionsFor } from './extensions.ts';
import { fastMarkup, type MarkupPieces } from './fast.ts';
import { finishMarkup } from './finish.ts';

export interface Heading {
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  readonly id: string;
  readonly text: string;
}

/** Markup of code. Undefined: the language is unknown. */
export type Highlight = (code: string, language: string) => string | undefined;

export interface RenderedMarkdown {
  /** Contains links to other pages and headings as written, until resolveLinks() replaces them. */
  readonly html: string;
  /** All of them, in order. */
  readonly headings: readonly Heading[];
  /** Targets for resolveLinks(), each once. */
  readonly links: readonly string[];
  readonly diagrams: Diagrams;
}

export interface Diagrams {
  readonly drawn: number;
  /** Why each of the others is shown as code. */
  readonly failed: readonly string[];
}

interface RenderOptions {
  readonly highlight?: Highlight;
  /** Absent: diagrams are shown as code. */
  readonly draw?: Draw | undefined;
  /** Uses only the engine, for comparison with the faster way. */
  readonly isExact?: boolean;
}

/** Renders markdown of an untrusted author as markup that runs nothing, loads nothing and links
 * only to https, mailto and pages beside it. Raw HTML becomes text. */
export function renderMarkdown(
  markdown: string,
  { highlight, draw, isExact = false }: RenderOptions = {},
): RenderedMarkdown {
  const headings: Heading[] = [];
  const { extensions, htmlExtensions } = extensionsFor(markdown);
  const diagrams = { drawn: 0, failed: [] as string[] };
  const pieces = piecesOf(headings, highlight, draw && pictured);
  const options = { extensions, htmlExtensions: [...htmlExtensions, engineMarkup(pieces)] };
  const byEngine = (text: string) => micromark(text, options);
  const raw = isExact ? byEngine(markdown) : fastMarkup(markdown, pieces, byEngine);
  const { html: settled, links } = finishMarkup(raw);
  const html = breakNames(settled);
  return { html, headings, links, diagrams };

  function pictured(source: string, code: string): string {
    const drawn = draw?.(source);
    if (!drawn || 'problem' in drawn) {
      if (drawn) diagrams.failed.push(drawn.problem);
      return code;
    }
    diagrams.drawn += 1;
    const { svg } = drawn;
    return `<figure class="diagram"><div class="diagram-frame" role="group" aria-label="Diagram" tabindex="0">${svg}</div><details><summary>Diagram source</summary>${code}</details></figure>`;
  }
}

/** Whether the text holds a diagram; in doubt yes. */
export function hasDiagram(markdown: string): boolean {
  return /(?:```|~~~)[^\S\n]*mermaid/i.test(markdown);
}

const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){60}/m;

/** For each start the engine looks up to the end of the paragraph. */
const unended = [
  ['<!--', '-->'] as const,
  ['<?', '?>'] as const,
  ['<![CDATA[', ']]>'] as const,
  ['<!', '>'] as const,
];
const maxUnended = 20;

/** Quotations and lists within each other, and raw HTML without an end: the engine's time grows with
 * the square of their number (S15). */
export function isTooHard(markdown: string): boolean {
  if (tooDeep.test(markdown)) return true;
  return markdown.split(/\n[ \t]*\n/).some((paragraph) =>
    unended.some(([start, end]) => {
      const rest = paragraph.slice(paragraph.lastIndexOf(end) + 1);
      return rest.split(start).length - 1 > maxUnended;
    }),
  );
}

/** The page for a text that cannot be rendered. */
export function plainPage(markdown: string): RenderedMarkdown {
  const html = `<div class="highlight"><pre tabindex="0">${escapeText(markdown)}</pre></div>`;
  return {
    html,
    headings: [],
    links: [],
    diagrams: { drawn: 0, failed: [] },
  };
}

function piecesOf(
  headings: Heading[],
  highlight: Highlight | undefined,
  picture: ((source: string, code: string) => string) | undefined,
): MarkupPieces {
  const idFor = headingIds();
  return {
    heading(rank, inner) {
      const text = textOfHtml(inner).replace(/\s+/g, ' ').trim();
      const depth = rank as Heading['depth'];
      const id = idFor(text);
      headings.push({ depth, id, text });
      return `<h${depth} id="${escapeText(id)}">${inner}</h${depth}>`;
    },
    code(info, markup) {
      const text = markup.replace(/^(?:[ \t]*\n)+/, '');
      const label = /^[\w#+.-]+/.exec(info)?.[0] ?? '';
      const name = label === '' ? '' : ` class="language-${escapeText(label.toLowerCase())}"`;
      const body = (label && highlight?.(text, label)) || escapeText(text);
      const code = `<div class="highlight"><pre tabindex="0"><code${name}>${body}</code></pre></div>`;
      return picture && label.toLowerCase() === 'mermaid' ? picture(text, code) : code;
    },
  };
}
