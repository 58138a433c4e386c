import { code, fence, plain } from './markdown.ts';

export interface Cleaning {
  /** Added to every heading's level. */
  readonly shift: number;
  /** Returns the page for a file of the repository, if there is one. */
  readonly pageOf?: (target: string) => string | undefined;
  /** The path of a target from the root of the repository. */
  readonly fileOf?: (target: string) => string;
  /** Targets of `[text][name]` by lower-case name, from anywhere in the file. */
  readonly definitions?: ReadonlyMap<string, string>;
  /** The headings that `#anchor` may lead to. */
  readonly anchors?: ReadonlySet<string>;
}

/** The depth of quotations in quotations. */
const maxDepth = 12;

/** Makes markdown of a repository safe inside a page of ours: shifts headings, removes raw HTML,
 * images and badges, rewrites code fences, and turns links to files without a page into text. */
export function cleanMarkdown(lines: readonly string[], cleaning: Cleaning, depth = 0): string {
  const out: string[] = [];
  let inComment = false;
  const open: number[] = [];
  /** A heading is at most one level below the one that it belongs to. */
  const leveled = (text: string) => {
    const marks = /^#{2,6}(?= )/.exec(text)?.[0].length;
    if (marks === undefined) return text;
    while ((open.at(-1) ?? 0) >= marks) open.pop();
    open.push(marks);
    return '#'.repeat(Math.min(6, Math.max(1, cleaning.shift) + open.length)) + text.slice(marks);
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const opened = /^(\s{0,12})(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(line);
    if (opened && !inComment) {
      const [, indent = '', ticks = '', info = ''] = opened;
      const end = fenceEnd(lines, at + 1, ticks);
      const body = lines.slice(at + 1, end).map((each) => unindent(each, indent.length));
      const block = fence(body.join('\n'), info.trim().split(/[\s,{]/)[0] ?? '');
      out.push(...block.split('\n').map((each) => indent + each));
      at = end;
      continue;
    }
    const quote = inComment || depth > maxDepth ? null : /^(\s{0,12})> ?/.exec(line);
    if (quote) {
      let end = at;
      while (/^\s{0,12}>/.test(lines[end] ?? '')) end++;
      const inner = lines.slice(at, end).map((each) => each.replace(/^\s{0,12}> ?/, ''));
      const text = cleanMarkdown(inner, cleaning, depth + 1);
      out.push(...text.split('\n').map((each) => `${quote[1]}> ${each}`.trimEnd()));
      at = end - 1;
      continue;
    }
    const visible = withoutComments(line, inComment);
    inComment = visible.open;
    const next = lines[at + 1] ?? '';
    if (isSetext(visible.text, next)) {
      out.push(leveled(heading(next.trim().startsWith('=') ? 1 : 2, visible.text, cleaning)));
      at++;
      continue;
    }
    out.push(leveled(cleanLine(visible.text, cleaning, line)));
  }
  return out
    .join('\n')
    .replace(/\n[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
    .trim();
}

/** The line that closes the fence, or the end: an open fence must not include our own text. */
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
  const picture = /^\s*!\[([^\][]*)\]\([^()]*\)\s*$/.exec(text)?.[1]?.trim();
  // A name such as "logo" says nothing without the picture.
  if (picture !== undefined && picture.split(/\s+/).length > 3) return `*${plain(picture)}*`;
  // A list of the headings: each page has its own contents.
  if (/^\s*(?:[-*+]|\d+\.)\s+\[[^\]]*\]\(#[^)]*\)\s*$/.test(text)) return '';
  const cleaned = cleanInline(text, cleaning);
  // A line that had only badges or tags is removed completely.
  if (/^[\s|:·•*-]*$/.test(cleaned) && !/^[\s|:·•*-]*$/.test(raw)) return '';
  // Text that was indented inside tags would become code.
  const hadTags = /<\/?[a-z]/i.test(raw) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(raw);
  return hadTags ? cleaned.trim() : cleaned.trimEnd();
}

function heading(level: number, text: string, cleaning: Cleaning): string {
  const title = cleanInline(text, cleaning).replace(/\s+/g, ' ').trim();
  if (title === '') return '';
  return `${'#'.repeat(Math.min(6, Math.max(2, level + cleaning.shift)))} ${title}`;
}

/** Removes HTML, images and links to files; inline code is not changed. */
export function cleanInline(text: string, cleaning: Inline = {}): string {
  const spans: string[] = [];
  // A private-use character replaces each code span, so that a link may contain code in its label.
  const prose = text.replaceAll(mark, '').replace(/(`+)([^`]|[^`].*?[^`])\1(?!`)/g, (span) => {
    spans.push(span);
    return `${mark}${spans.length - 1}${mark}`;
  });
  const restore = (part: string) =>
    part.replace(/\uE000(\d+)\uE000/g, (_, index: string) => spans[Number(index)] ?? '');
  return restore(cleanProse(prose, cleaning, restore));
}

type Inline = Pick<Cleaning, 'pageOf' | 'fileOf' | 'definitions' | 'anchors'>;

const mark = '\uE000';

const element =
  '(?:a|abbr|b|big|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)';
const tag = new RegExp(`<\\/?${element}(?=[\\s/>])[^<>]*>`, 'gi');

function cleanProse(text: string, cleaning: Inline, restore: (part: string) => string): string {
  return text
    .replace(/!\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])/g, '')
    .replace(/!\[[^\][]*\](?![([])|!\[[^\][]*\](?=\]\[)/g, '')
    .replace(/\[\s*\](?:\([^()]*\)|\[[^\][]*\])/g, '')
    .replace(/<a\s[^<>]*?href="(https:\/\/[^"<>\s()]+)"[^<>]*>([^<>[\]]+)<\/a>/gi, '[$2]($1)')
    .replace(/<(https?:\/\/[^\s<>]+)>/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(tag, '')
    .replace(/\\?<(?=[a-zA-Z/!?])/g, '\\<')
    .replace(
      /\[([^\][]+)\]\(\s*((?:[^()\s]|\([^()\s]*\))+)[^()]*\)/g,
      (_, label: string, target: string) => link(label, target, cleaning),
    )
    .replace(/\[([^\][]+)\]\[([^\][]*)\]/g, (_, label: string, name: string) => {
      const target = cleaning.definitions?.get(restore(name || label).toLowerCase());
      return target === undefined ? label : link(label, target, cleaning);
    })
    .replace(/\]\((?!https?:|mailto:|[a-z0-9-]+\.md[#)]|#)/gi, '] (')
    .replace(/&nbsp;/g, ' ');
}

function link(label: string, target: string, cleaning: Inline): string {
  if (/^(?:https?:|mailto:)/i.test(target)) return `[${label}](${target})`;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return label;
  const page = target.startsWith('#') ? undefined : cleaning.pageOf?.(target);
  if (page !== undefined) return page === '' ? label : `[${label}](${page})`;
  if (target.startsWith('#'))
    return cleaning.anchors?.has(target) ? `[${label}](${target})` : label;
  const file = cleaning.fileOf?.(target) ?? target.replace(/^\.\//, '').replace(/#.*$/, '');
  return file === '' || label.includes(file) ? label : `${label} (${code(file)})`;
}

/** Link definitions of a file. Their lines are removed, since links are written in full. */
export function takeDefinitions(lines: readonly string[]) {
  const definitions = new Map<string, string>();
  const rest = [...lines];
  for (let at = 0; at < lines.length; at++) {
    const ticks = /^\s{0,12}(`{3,}|~{3,})/.exec(lines[at] as string)?.[1];
    if (ticks) {
      at = fenceEnd(lines, at + 1, ticks);
      continue;
    }
    const match = /^ {0,3}\[([^\]^][^\]]{0,200})\]:\s*(.*)$/.exec(lines[at] as string);
    if (!match) continue;
    rest[at] = '';
    const target = (match[2] as string) || (lines[at + 1] ?? '').trim();
    if (match[2] === '') rest[++at] = '';
    const url = /^<?([^\s<>]+)/.exec(target)?.[1];
    if (url !== undefined) definitions.set((match[1] as string).toLowerCase(), url);
  }
  return { definitions, lines: rest };
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
