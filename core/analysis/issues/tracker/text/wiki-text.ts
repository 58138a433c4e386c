import type { Token, Tokens } from 'marked';
import { readHttpUrl } from '#core/text/url.ts';
import { inlineToken } from './inline-token.ts';

/** Jira's wiki notation: jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all */
export function wikiText(blocks: readonly Token[]): string {
  return blocks
    .map((each) => block(each as Tokens.Generic, ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** `bullets`: the signs of the lists around it. */
function block(token: Tokens.Generic, bullets: string): string {
  const inner = token.tokens ?? [];
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'heading':
      return `h${token['depth'] as number}. ${inline(inner)}`;
    case 'code':
      return preformatted(token['text'] as string);
    case 'table':
      return preformatted(token.raw.trim());
    case 'hr':
      return '----';
    case 'blockquote':
      return `{quote}\n${wikiText(inner)}\n{quote}`;
    case 'list': {
      const { ordered, items } = token as unknown as Tokens.List;
      const signs = `${bullets}${ordered ? '#' : '*'}`;
      return items.map((item) => listItem(item, signs)).join('\n');
    }
    default:
      return token.tokens ? inline(inner) : escaped(token.raw.trim());
  }
}

function listItem({ tokens }: Tokens.ListItem, signs: string): string {
  const parts = tokens.map((each) => block(each as Tokens.Generic, signs)).filter(Boolean);
  const [first = ''] = parts;
  const isText = tokens[0]?.type !== 'list' && tokens[0]?.type !== 'code';
  return [`${signs} ${isText ? first : ''}`, ...(isText ? parts.slice(1) : parts)].join('\n');
}

/** A fence of the text itself must not end the block. */
function preformatted(text: string): string {
  return `{noformat}\n${text.replaceAll(/\{(?=noformat)/gi, '{ ')}\n{noformat}`;
}

function inline(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { type, inner, text, href, raw } = inlineToken(token);
      switch (type) {
        case 'strong':
          return `*${inline(inner)}*`;
        case 'em':
          return `_${inline(inner)}_`;
        case 'del':
          return `-${inline(inner)}-`;
        case 'codespan':
          return `{{${escaped(text)}}}`;
        case 'br':
          return '\n';
        case 'link':
          return link(inline(inner), href);
        case 'image':
          return link(escaped(text || href), href);
        case 'text':
        case 'escape':
          return inner.length > 0 ? inline(inner) : escaped(text.replaceAll('\n', ' '));
        default:
          return escaped(raw);
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
