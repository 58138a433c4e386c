import { micromark } from 'micromark';
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { unescapeText } from '../escape.ts';
import type { HtmlExtension } from './extensions.ts';
import { isTooHard } from './markdown.ts';

/** An element as in HTML. `pre` holds text only: a table is one too, as it was written. */
export interface MarkdownElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MarkdownNode[];
}

export type MarkdownNode = MarkdownElement | string;

/** Elements that are nested deeper belong to the one at this depth. */
const maxDepth = 100;

const inlineNames = new Set(['a', 'br', 'code', 'del', 'em', 'img', 'strong']);
const emptyNames = new Set(['br', 'hr', 'img']);

const newlineBeforeBlock = /\n(?=<\/?(?:blockquote|h\d|hr|li|ol|p|pre|ul)\b)/g;

const tableAsWritten: HtmlExtension = {
  enter: {
    table() {
      this.buffer();
    },
  },
  exit: {
    table(token) {
      this.resume();
      this.tag(`<pre>${this.encode(this.sliceSerialize(token))}</pre>`);
    },
  },
};

const options = {
  extensions: [
    gfmTable(),
    gfmStrikethrough(),
    gfmAutolinkLiteral(),
    { disable: { null: ['htmlFlow'] } },
  ],
  htmlExtensions: [tableAsWritten, gfmStrikethroughHtml(), gfmAutolinkLiteralHtml()],
};

/** For converters to other formats. Raw HTML is text. */
export function markdownTree(markdown: string): MarkdownElement {
  const root = element('body');
  if (isTooHard(markdown)) {
    root.children.push(element('pre', {}, [markdown]));
    return root;
  }
  const open = [root];
  let skipped = 0;
  const html = micromark(markdown, options).replaceAll(newlineBeforeBlock, '');
  const pieces = /<(\/?)(\w+)([^>]*)>(?:(?<=<br \/>)\n)?|[^<]+/g;
  for (const [piece, slash, name, attributes] of html.matchAll(pieces)) {
    const parent = open.at(-1) ?? root;
    const isPre = parent.name === 'pre';
    if (name === undefined) {
      const text = unescapeText(piece);
      parent.children.push(isPre ? text : text.replaceAll('\n', ' '));
    } else if (isPre && name === 'code') {
      continue;
    } else if (slash === '/') {
      if (skipped > 0) skipped -= 1;
      else open.pop();
    } else if (open.length > maxDepth && !emptyNames.has(name)) {
      skipped += 1;
    } else {
      const child = element(name, attributesOf(attributes ?? ''));
      parent.children.push(child);
      if (!emptyNames.has(name)) open.push(child);
    }
  }
  return root;
}

/** The children of a container. The text of a tight list becomes paragraphs. */
export function blocksOf({ children }: MarkdownElement): MarkdownElement[] {
  const blocks: MarkdownElement[] = [];
  let paragraph: MarkdownElement | undefined;
  for (const child of children) {
    if (typeof child === 'object' && !inlineNames.has(child.name)) {
      blocks.push(child);
      paragraph = undefined;
    } else if (paragraph) {
      paragraph.children.push(child);
    } else if (typeof child === 'object' || child.trim() !== '') {
      paragraph = element('p', {}, [child]);
      blocks.push(paragraph);
    }
  }
  return blocks;
}

export function textOf({ children }: MarkdownElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function element(
  name: string,
  attributes: Record<string, string> = {},
  children: MarkdownNode[] = [],
): MarkdownElement {
  return { name, attributes, children };
}

function attributesOf(source: string): Record<string, string> {
  const pairs = source.matchAll(/([\w-]+)="([^"]*)"/g);
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of pairs) attributes[name] = unescapeText(value);
  return attributes;
}
