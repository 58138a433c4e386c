import { code, fence } from './markdown.ts';

export interface Cleaning {
  /** Added to every heading's level. */
  readonly shift: number;
  /** Gives the page of ours that stands for a file of the repository, where there is one. */
  readonly pageOf?: (target: string) => string | undefined;
}

/**
 * Markdown of a repository, made safe to stand inside a page of ours: headings shifted, raw HTML,
 * images and badges dropped, code fenced anew, links that lead to files turned into text.
 */
export function cleanMarkdown(lines: readonly string[], cleaning: Cleaning): string {
  const out: string[] = [];
  let inComment = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const opened = /^(\s{0,12})(`{3,}|~{3,})([^`]*)$/.exec(line);
    if (opened && !inComment) {
      const [, indent = '', ticks = '', info = ''] = opened;
      const end = fenceEnd(lines, at + 1, ticks);
      const body = lines.slice(at + 1, end).map((each) => unindent(each, indent.length));
      const block = fence(body.join('\n'), info.trim().split(/[\s,{]/)[0] ?? '');
      out.push(...block.split('\n').map((each) => indent + each));
      at = end;
      continue;
    }
    const visible = withoutComments(line, inComment);
    inComment = visible.open;
    const next = lines[at + 1] ?? '';
    if (isSetext(visible.text, next)) {
      out.push(heading(next.trim().startsWith('=') ? 1 : 2, visible.text, cleaning));
      at++;
      continue;
    }
    out.push(cleanLine(visible.text, cleaning, line));
  }
  return out
    .join('\n')
    .replace(/\n[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
    .trim();
}

/** The line that closes the fence, or the end: an open fence must not swallow our own text. */
export function fenceEnd(lines: readonly string[], from: number, ticks: string): number {
  for (let at = from; at < lines.length; at++) {
    const line = (lines[at] as string).trim();
    if (line.length >= ticks.length && line === (ticks[0] as string).repeat(line.length)) return at;
  }
  return lines.length;
}

function cleanLine(text: string, cleaning: Cleaning, raw: string): string {
  const htmlHeading = /^\s*<h([1-6])\b[^<>]*>(.*)$/i.exec(text);
  if (htmlHeading) return heading(Number(htmlHeading[1]), htmlHeading[2] as string, cleaning);
  const atx = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(text);
  if (atx) return heading((atx[1] as string).length, atx[2] as string, cleaning);
  if (/^\s*\[[^\]]+\]:\s/.test(text)) return definition(text);
  const cleaned = cleanInline(text, cleaning);
  // A line of badges or tags alone leaves no blank paragraph, list mark or table row behind.
  if (/^[\s|:·•*-]*$/.test(cleaned) && !/^[\s|:·•*-]*$/.test(raw)) return '';
  return cleaned.trimEnd();
}

function heading(level: number, text: string, cleaning: Cleaning): string {
  const title = cleanInline(text, cleaning).replace(/\s+/g, ' ').trim();
  if (title === '') return '';
  return `${'#'.repeat(Math.min(6, Math.max(2, level + cleaning.shift)))} ${title}`;
}

/** Inline code is left as it is; everything else loses HTML, images and links to files. */
export function cleanInline(text: string, cleaning: Pick<Cleaning, 'pageOf'> = {}): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part : cleanProse(part, cleaning)))
    .join('')
    .replace(/\[\s*\]\([^()]*\)/g, '');
}

function cleanProse(text: string, cleaning: Pick<Cleaning, 'pageOf'>): string {
  return text
    .replace(/!\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])/g, '')
    .replace(/\[\s*\](?:\([^()]*\)|\[[^\][]*\])/g, '')
    .replace(/<(https?:\/\/[^\s<>]+)>/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, '')
    .replace(/<(?=[a-zA-Z/!?])/g, '\\<')
    .replace(/\[([^\][]+)\]\(\s*([^()\s]+)[^()]*\)/g, (_, label: string, target: string) =>
      link(label, target, cleaning),
    )
    .replace(/&nbsp;/g, ' ');
}

function link(label: string, target: string, cleaning: Pick<Cleaning, 'pageOf'>): string {
  if (/^(?:https?:|mailto:)/i.test(target)) return `[${label}](${target})`;
  if (target.startsWith('#')) return label;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return label;
  const page = cleaning.pageOf?.(target);
  if (page) return `[${label}](${page})`;
  const file = target.replace(/^\.\//, '').replace(/#.*$/, '');
  return file === '' || label.includes(file) ? label : `${label} (${code(file)})`;
}

/** A link definition stays when it leads out; the target of a badge does no harm then. */
function definition(text: string): string {
  return /\]:\s*<?(?:https?:|mailto:)[^\s<>]+/i.test(text) ? text.trim() : '';
}

function withoutComments(line: string, open: boolean): { text: string; open: boolean } {
  let text = '';
  let rest = line;
  let inside = open;
  for (;;) {
    const mark = rest.indexOf(inside ? '-->' : '<!--');
    if (mark === -1) return { text: inside ? text : text + rest, open: inside };
    if (!inside) text += rest.slice(0, mark);
    rest = rest.slice(mark + (inside ? 3 : 4));
    inside = !inside;
  }
}

function isSetext(text: string, next: string): boolean {
  return (
    /^ {0,3}(?:=+|-{3,})\s*$/.test(next) &&
    text.trim() !== '' &&
    !/^\s*(?:[-*+>|#]|\d+[.)])/.test(text) &&
    !/<[^>]*>\s*$/.test(text)
  );
}

function unindent(line: string, by: number): string {
  let start = 0;
  while (start < by && line[start] === ' ') start++;
  return line.slice(start);
}
