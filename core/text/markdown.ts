import { micromark } from 'micromark';
import { headingIds } from './heading-ids.ts';
import { escapeText, textOfHtml } from './markdown-escape.ts';
import { extensionsFor, type HtmlExtension } from './markdown-extensions.ts';
import { finishMarkup } from './markdown-finish.ts';

export interface Heading {
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  readonly id: string;
  readonly text: string;
}

/** Markup of code, or undefined for a language that is not known. */
export type Highlight = (code: string, language: string) => string | undefined;

export interface RenderedMarkdown {
  /** Links to other pages and to headings stand in it as written; resolveLinks() settles them. */
  readonly html: string;
  /** All of them, in order. */
  readonly headings: readonly Heading[];
  /** The text of the first heading of depth 1. */
  readonly title: string | undefined;
  /** All words without markup, for search. */
  readonly text: string;
  /** Targets that resolveLinks() will ask about, each once. */
  readonly links: readonly string[];
}

/**
 * Markdown of an untrusted author as markup that runs nothing, loads nothing and links only to
 * https, http, mailto and pages beside it. Raw HTML comes out as text.
 */
export function renderMarkdown(
  markdown: string,
  { highlight }: { readonly highlight?: Highlight } = {},
): RenderedMarkdown {
  const headings: Heading[] = [];
  const { extensions, htmlExtensions } = extensionsFor(markdown);
  const own = ownMarkup(headings, highlight);
  const raw = micromark(markdown, { extensions, htmlExtensions: [...htmlExtensions, own] });
  const { html, links } = finishMarkup(raw);
  const title = headings.find(({ depth }) => depth === 1)?.text;
  return { html, headings, title, text: wordsOf(html), links };
}

/** What is shown of a text that cannot be rendered. */
export function plainPage(markdown: string): RenderedMarkdown {
  const html = `<div class="highlight"><pre tabindex="0">${escapeText(markdown)}</pre></div>`;
  return { html, headings: [], title: undefined, text: markdown, links: [] };
}

function wordsOf(html: string): string {
  const spaced = html.replace(/<\/(?:p|h[1-6]|li|t[dh]|pre|summary)>|<br \/>/g, ' ');
  return textOfHtml(spaced).replace(/\s+/g, ' ').trim();
}

function ownMarkup(headings: Heading[], highlight: Highlight | undefined): HtmlExtension {
  const idFor = headingIds();
  let rank = 0;
  let language = '';
  let fences = 0;

  const heading = (inner: string): string => {
    const text = textOfHtml(inner).replace(/\s+/g, ' ').trim();
    const depth = rank as Heading['depth'];
    const id = idFor(text);
    headings.push({ depth, id, text });
    return `<h${depth} id="${escapeText(id)}">${inner}</h${depth}>`;
  };
  const code = (text: string): string => {
    const label = /^[\w#+.-]+/.exec(language)?.[0] ?? '';
    const named = label === '' ? '' : ` class="language-${escapeText(label.toLowerCase())}"`;
    const body = (label && highlight?.(text, label)) || escapeText(text);
    return `<div class="highlight"><pre tabindex="0"><code${named}>${body}</code></pre></div>`;
  };

  return {
    enter: {
      setextHeading() {
        this.buffer();
        this.setData('slurpAllLineEndings');
      },
      codeFenced() {
        this.lineEndingIfNeeded();
        this.buffer();
        // The code is escaped after it was highlighted.
        this.setData('ignoreEncode', true);
        language = '';
        fences = 0;
      },
      htmlText() {
        this.buffer();
      },
      codeIndented() {
        this.lineEndingIfNeeded();
        this.buffer();
        this.setData('ignoreEncode', true);
        language = '';
      },
    },
    exit: {
      atxHeadingSequence(token) {
        if (rank > 0) return;
        rank = this.sliceSerialize(token).length;
        this.lineEndingIfNeeded();
        this.buffer();
      },
      atxHeading() {
        this.tag(heading(this.resume()));
        rank = 0;
      },
      setextHeadingLineSequence(token) {
        rank = this.sliceSerialize(token).startsWith('=') ? 1 : 2;
      },
      setextHeading() {
        const inner = this.resume();
        this.lineEndingIfNeeded();
        this.tag(heading(inner));
        this.setData('slurpAllLineEndings');
        rank = 0;
      },
      codeFencedFenceInfo() {
        language = this.resume();
      },
      codeFencedFence() {
        fences += 1;
        if (fences === 1) this.setData('slurpOneLineEnding', true);
      },
      codeFenced() {
        endCode(this);
      },
      codeIndented() {
        endCode(this);
      },
      htmlText(token) {
        const source = this.sliceSerialize(token);
        this.resume();
        if (/^<br\s*\/?>$/i.test(source)) this.tag('<br />');
        else if (!source.startsWith('<!--')) this.raw(escapeText(source));
      },
    },
  };

  function endCode(context: Context): void {
    const text = context.resume();
    context.setData('ignoreEncode');
    context.setData('flowCodeSeenData');
    context.setData('slurpOneLineEnding');
    context.tag(code(text === '' || text.endsWith('\n') ? text : `${text}\n`));
  }
}

type Context = ThisParameterType<NonNullable<NonNullable<HtmlExtension['exit']>['null']>>;
