// Small pieces of markdown. Text of a repository is data: it becomes escaped text, or the content
// of a fence that it cannot close.

export function fence(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}${language.replace(/[^\w+#.-]/g, '')}\n${code.replace(/\n+$/, '')}\n${ticks}`;
}

export function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat === '') return '';
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${flat}${space}${ticks}`;
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

/** "12 files", "1 file". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
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
  return `${words.replace(/[\s,;:(-]+$/, '')}…`;
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

const secret =
  /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{20,255}|sk-[\w-]{20,255}|xox[abprs]-[\w-]{10,255}|AIza[\w-]{35}|glpat-[\w-]{20,255}|eyJ[\w-]{10,2000}\.[\w-]{10,2000}\.[\w-]{10,2000})/g;

/** A published page must not repeat tokens and private keys of the repository. */
export function maskSecrets(text: string): string {
  return text
    .replace(secret, '(secret not shown)')
    .replace(
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
      '(private key not shown)',
    );
}
