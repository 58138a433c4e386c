import {
  blocksOf,
  textOf,
  type MarkdownElement,
  type MarkdownNode,
} from '#core/text/markdown/tree.ts';
import { readHttpUrl } from '#core/text/url.ts';

/** Jira's wiki notation: jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all */
export function wikiText(container: MarkdownElement): string {
  return blocksOf(container)
    .map((element) => block(element, ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** `bullets`: the signs of the lists around it. */
function block(element: MarkdownElement, bullets: string): string {
  const { name, children } = element;
  switch (name) {
    case 'pre':
      return preformatted(textOf(element).trimEnd());
    case 'hr':
      return '----';
    case 'blockquote':
      return `{quote}\n${wikiText(element)}\n{quote}`;
    case 'ol':
    case 'ul': {
      const signs = `${bullets}${name === 'ol' ? '#' : '*'}`;
      return blocksOf(element)
        .map((item) => listItem(item, signs))
        .join('\n');
    }
    case 'p':
      return inline(children).trim();
    default:
      return `${name}. ${inline(children)}`;
  }
}

function listItem(item: MarkdownElement, signs: string): string {
  const blocks = blocksOf(item);
  const parts = blocks.map((element) => block(element, signs)).filter(Boolean);
  const isText = blocks[0] && !['ol', 'ul', 'pre'].includes(blocks[0].name);
  const first = isText ? parts.shift() : '';
  return [`${signs} ${first ?? ''}`, ...parts].join('\n');
}

/** A fence of the text itself must not end the block. */
function preformatted(text: string): string {
  return `{noformat}\n${text.replaceAll(/\{(?=noformat)/gi, '{ ')}\n{noformat}`;
}

function inline(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node);
      const { name, attributes, children } = node;
      const { href = '', src = '', alt = '' } = attributes;
      switch (name) {
        case 'strong':
          return `*${inline(children)}*`;
        case 'em':
          return `_${inline(children)}_`;
        case 'del':
          return `-${inline(children)}-`;
        case 'code':
          return `{{${inline(children)}}}`;
        case 'br':
          return '\n';
        case 'img':
          return link(escaped(alt || src), src);
        default:
          return link(inline(children), href);
      }
    })
    .join('');
}

function link(text: string, href: string): string {
  if (!readHttpUrl(href)) return text;
  const address = href.replaceAll(/[|\]\s{}]/g, (sign) => encodeURIComponent(sign));
  return `[${text}|${address}]`;
}

/** Two backslashes would be a line break. */
function escaped(text: string): string {
  return text
    .replaceAll(/[{}[\]*_+^~|!]/g, String.raw`\$&`)
    .replaceAll(/\\(?![{}[\]*_+^~|!])/g, '&#92;')
    .replaceAll(/(?<![^\s])([-#?])/g, String.raw`\$1`);
}
