import { escapeText } from '../escape.ts';

/** Text without special characters. */
const plain = /^[^`*_[\]!<&\\~@:\t]*$/;
const plainRun = /[^`*_[\]!<&\\~@:\t]+/y;
const bareWeb = /www\./i;
/** A label without brackets, and a destination without escapes. */
const link = /\[([^[\]]+)\]\(([\w\-./?#=,+$;]+|https?:\/\/[\w\-./?#=,+$;]+)\)/y;
const beforeOpening = /[\s(]/;
const afterClosing = /[\s.,;:!?)]/;

/** Common inline markdown: code, strong, emphasis, links. Undefined: the engine must render it. */
export function inlineMarkup(text: string): string | undefined {
  if (bareWeb.test(text)) return undefined;
  if (plain.test(text)) return escapeText(text);
  let html = '';
  let start = 0;
  let at = 0;
  const flush = () => {
    if (at > start) html += escapeText(text.slice(start, at));
  };

  while (at < text.length) {
    plainRun.lastIndex = at;
    if (plainRun.test(text)) at = plainRun.lastIndex;
    if (at >= text.length) break;
    const special = text.charAt(at);
    let piece: string | undefined;
    let end = at;
    if (special === '`') {
      end = codeEnd(text, at);
      if (end === -1) return undefined;
      piece = `<code>${codeText(text.slice(at + 1, end - 1))}</code>`;
    } else if (special === '*') {
      const size = text.charAt(at + 1) === '*' ? 2 : 1;
      const close = strongEnd(text, at, size);
      if (close === -1) return undefined;
      const inner = inlineMarkup(text.slice(at + size, close));
      if (inner === undefined) return undefined;
      end = close + size;
      piece = size === 2 ? `<strong>${inner}</strong>` : `<em>${inner}</em>`;
    } else if (special === '[') {
      link.lastIndex = at;
      const match = link.exec(text);
      const label = match?.[1] ?? '';
      const inner = match ? inlineMarkup(label) : undefined;
      if (inner === undefined) return undefined;
      end = link.lastIndex;
      piece = `<a href="${match?.[2] ?? ''}">${inner}</a>`;
    } else if (special === '_') {
      if (!isWordBetween(text, at)) return undefined;
    } else if (special === '<') {
      if (/[a-z/!?]/i.test(text.charAt(at + 1))) return undefined;
    } else if (special === '&') {
      if (/[a-z#]/i.test(text.charAt(at + 1))) return undefined;
    } else if (special === '!') {
      if (text.charAt(at + 1) === '[') return undefined;
    } else if (special === ':') {
      if (text.startsWith('://', at)) return undefined;
    } else if (/[\]\\~@\t]/.test(special)) return undefined;
    if (piece === undefined) {
      at += 1;
      continue;
    }
    flush();
    html += piece;
    at = end;
    start = end;
  }
  flush();
  return html;
}

/** The offset after the backtick that ends this code span; -1: the engine must decide. */
function codeEnd(text: string, at: number): number {
  if (text.charAt(at + 1) === '`') return -1;
  const close = text.indexOf('`', at + 1);
  return close === -1 || text.charAt(close + 1) === '`' ? -1 : close + 1;
}

function codeText(code: string): string {
  const line = code.replaceAll('\n', ' ');
  const isPadded = line.startsWith(' ') && line.endsWith(' ') && /[^ ]/.test(line);
  return escapeText(isPadded ? line.slice(1, -1) : line);
}

/** The offset of the closing stars; -1: the engine must decide. */
function strongEnd(text: string, at: number, size: number): number {
  const inner = at + size;
  if (at > 0 && !beforeOpening.test(text.charAt(at - 1))) return -1;
  if (/[\s*]/.test(text.charAt(inner) || ' ')) return -1;
  let close = inner;
  for (; close < text.length && text.charAt(close) !== '*'; close += 1) {
    if (text.charAt(close) !== '`') continue;
    const end = codeEnd(text, close);
    if (end === -1) return -1;
    close = end - 1;
  }
  if (text.slice(close, close + size) !== '*'.repeat(size)) return -1;
  if (/\s/.test(text.charAt(close - 1))) return -1;
  const after = text.charAt(close + size);
  return after === '' || afterClosing.test(after) ? close : -1;
}

function isWordBetween(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(at - 1)) && /[A-Za-z0-9]/.test(text.charAt(at + 1));
}
