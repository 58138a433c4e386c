import { codeBlock, codeSpan } from '#core/text/code-span.ts';
import { withoutEnd } from '#core/text/without-end.ts';

// Small pieces of markdown. Text of a repository is data: it becomes escaped text, or the content
// of a fence that it cannot close.

export function fence(code: string, language = ''): string {
  return codeBlock(language.replace(/[^\w+#.-]/g, ''), withoutEnd(code, '\n'));
}

export function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat && codeSpan(flat);
}

/** One line of plain text, escaped. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}

export function at(path: string, line?: number): string {
  return code(line === undefined ? path : `${path}:${line}`);
}

/** Cells are markdown already. A bar would end the cell, also in code. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\\?\|/g, '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Blocks separated by a blank line; empty ones are left out. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n');
}

/** The first sentence of a text, at most `max` characters, of whole words. */
export function firstSentence(text: string, max = 180): string {
  const paragraph = text.trim().split(/\n\s*(?:\n|```|[-*] )/, 1)[0] ?? '';
  const flat = paragraph
    .replace(/<(https?:[^\s<>]+)>/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const end = /[.!?](?= [A-Z"'`(]|$)/.exec(flat);
  const sentence = end ? flat.slice(0, end.index + 1) : flat;
  if (sentence.length <= max) return sentence;
  const cut = sentence.slice(0, max);
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || max - 1);
  return `${withoutEnd(words, ' ,;:(-')}…`;
}

export function slugify(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 70)
    .replace(/-$/, '');
  return slug || 'page';
}
