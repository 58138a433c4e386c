import { load } from 'js-yaml';
import { parse } from 'smol-toml';
import { cleanInline, fenceEnd, takeDefinitions } from '../text/clean-markdown.ts';
import { plainMarkdown } from '../text/dialects.ts';
import type { Lookup } from '../text/directives.ts';
import { withoutAdverts } from '../text/adverts.ts';
import { rstToMarkdown } from '../text/rst.ts';
import type { Repository } from '../repository/repository.ts';

/** A text file for people, as Markdown. */
export interface Document {
  readonly path: string;
  readonly title: string;
  /** The first paragraph of prose. Empty: there is none. */
  readonly tagline: string;
  /** Below the title. */
  readonly lines: readonly string[];
  /** Targets of `[text][name]`. */
  readonly definitions: ReadonlyMap<string, string>;
}

export interface Section {
  /** Empty for the text before the first heading. */
  readonly title: string;
  readonly level: number;
  /** Its heading as written. */
  readonly head: readonly string[];
  readonly lines: readonly string[];
}

export function readDocument(
  repository: Repository,
  path: string,
  lookup: Lookup = () => undefined,
): Document {
  const { fields, rest } = splitFrontMatter(repository.lines(path));
  const isMarkdown = /\.(?:mdx?|markdown)$/i.test(path);
  const isRst = !isMarkdown && (/\.rst$/i.test(path) || rest.some((line) => /^\.\. /.test(line)));
  const plain = isRst
    ? rstToMarkdown(rest, lookup)
    : plainMarkdown(withoutAdverts(withWholeTags(rest)), lookup);
  const { definitions, lines } = takeDefinitions(plain);
  const headings = findHeadings(lines);
  const [first] = headings;
  const ownTitle = textOf(fields['title']);
  const isTop = first !== undefined && firstParagraph(lines.slice(0, first.at)) === '';
  const isAbove = headings.slice(1).every(({ level }) => level > (first?.level ?? 0));
  const isTitle = isTop && (first.level === 1 || (isAbove && ownTitle === ''));
  const title = ownTitle || (isTitle ? first.title : '');
  const below = isTitle ? lines.slice(first.end) : lines;
  const tagline = textOf(fields['description']) || firstParagraph(below);
  return { path, title, tagline, lines: below, definitions };
}

const maxTagLines = 12;

/** A tag over several lines is one line: what reads lines does not see it otherwise. */
function withWholeTags(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] as string;
    const ticks = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    const end = ticks ? fenceEnd(lines, at + 1, ticks) : at;
    if (end > at) {
      out.push(...lines.slice(at, end + 1));
      at = end;
      continue;
    }
    if (/^\s*<(?:img|a|source|picture|p|div|h[1-6]|table|td|th|video)\b[^<>]*$/i.test(line)) {
      const close = lines.findIndex((each, index) => index > at && each.includes('>'));
      if (close !== -1 && close - at <= maxTagLines) {
        line = lines.slice(at, close + 1).join(' ');
        at = close;
      }
    }
    // The text of a badge may continue on the next line.
    if (/!\[[^\][]*$/.test(line) && at + 1 < lines.length) line += ` ${lines[++at]}`;
    out.push(line);
  }
  return out;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** YAML between `---`, or TOML between `+++`. Broken: no fields. */
export function splitFrontMatter(lines: readonly string[]) {
  const mark = /^(?:---|\+\+\+)\s*$/.exec(lines[0] ?? '')?.[0].trim();
  const end = mark === undefined ? -1 : lines.slice(0, 200).indexOf(mark, 1);
  const none: Record<string, unknown> = {};
  if (end === -1) return { fields: none, rest: lines };
  const rest = lines.slice(end + 1);
  try {
    const text = lines.slice(1, end).join('\n');
    const fields = mark === '---' ? load(text) : parse(text);
    const isObject = typeof fields === 'object' && fields !== null;
    return { fields: isObject ? (fields as Record<string, unknown>) : none, rest };
  } catch {
    return { fields: none, rest };
  }
}

/** Sections with their subsections, split at the highest level that has several headings. */
export function sectionsOf({ lines }: Pick<Document, 'lines'>): Section[] {
  const headings = findHeadings(lines);
  const levels = headings.map(({ level }) => level).sort();
  const split = levels.find((level, at) => levels[at + 1] === level) ?? levels[0] ?? 1;
  const starts = headings.filter(({ level }) => level <= split);
  const intro = { title: '', level: 0, head: [], lines: lines.slice(0, starts[0]?.at) };
  return [
    intro,
    ...starts.map(({ title, level, at, end }, index) => {
      const head = lines.slice(at, end);
      return { title, level, head, lines: lines.slice(end, starts[index + 1]?.at) };
    }),
  ];
}

interface Heading {
  readonly title: string;
  readonly level: number;
  readonly at: number;
  /** The line below it. */
  readonly end: number;
}

export function findHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  const add = (level: number, raw: string, at: number, end = at + 1) => {
    const title = cleanInline(raw).replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim();
    if (title !== '') headings.push({ level, title, at, end });
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const ticks = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (ticks) {
      at = fenceEnd(lines, at + 1, ticks);
      continue;
    }
    const atx = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line);
    const html = /^\s*<h([1-6])\b[^<>]*>(.*)$/i.exec(line);
    const next = lines[at + 1] ?? '';
    if (atx) add((atx[1] as string).length, atx[2] as string, at);
    else if (html) add(Number(html[1]), html[2] as string, at);
    else if (/^ {0,3}(?:=+|-{3,})\s*$/.test(next) && /^[^\s|>#*-]/.test(line)) {
      add(next.trim().startsWith('=') ? 1 : 2, line, at, at + 2);
    }
  }
  return headings;
}

function firstParagraph(lines: readonly string[]): string {
  return paragraphsOf(lines, 1)[0] ?? '';
}

const news = /announc|\bnews\b|📰|sponsor|hiring|survey|🎉/iu;

/** The sentence that says what the project is: one that begins with its name, else the first one. */
export function taglineOf({ title, lines, tagline }: Document, project: string): string {
  // "Name - what it is"
  const [, about] = /^[\w.+]{2,30} (?:-|–|—) (\S+ \S+ .*)$/.exec(title) ?? [];
  if (about !== undefined) return about;
  const start = new RegExp(
    `^(?:the )?${project.replace(/[^\w]/g, '.')}\\b[^.]{0,60}? (?:is|are) (?:an?|the)\\b`,
    'i',
  );
  const shown = lines.slice(0, 80);
  const own = findHeadings(shown).find(({ title }) => news.test(title));
  const rest = own ? shown.slice(own.end) : [];
  const after = rest.findIndex((line) => /^(?:#|-{3,}\s*$)/.test(line));
  const all = paragraphsOf(
    [...shown.slice(0, own?.at), ...(after === -1 ? [] : rest.slice(after))],
    8,
  );
  return all.find((each) => start.test(each)) ?? (own ? all[0] : tagline) ?? tagline;
}

/** As plain words. */
function paragraphsOf(lines: readonly string[], most: number): string[] {
  const paragraphs: string[] = [];
  let paragraph = '';
  for (let at = 0; at < lines.length && paragraphs.length < most; at++) {
    const line = lines[at] as string;
    const ticks = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (ticks) at = fenceEnd(lines, at + 1, ticks);
    const isHeading = /^(?:=+|-{3,})\s*$/.test(lines[at + 1] ?? '') && paragraph === '';
    const isProse =
      !ticks && !isHeading && !/^\s*(?:[#|=]|-{3,}\s*$|[-*+] |\d+[.)] |> ?\[!|> \*\*)/.test(line);
    const text = isProse
      ? cleanInline(line, { pageOf: () => '' })
          .replace(/^[\s>]+/, '')
          .trim()
      : '';
    const words = text
      .replace(/\[([^\][]+)\]\([^()]*\)/g, (_, label: string) => (isLinkList(text) ? '' : label))
      .replace(/\*\*|`|\\(?=[^\w\s])|(?<!\w)[*_]|[*_](?!\w)/g, '');
    if (/\p{L}{3}/u.test(words) && !/^(?:table of contents:?|https?:\/\/\S+)$/i.test(words.trim()))
      paragraph += ` ${words}`;
    else if (paragraph !== '') {
      paragraphs.push(paragraph.trim());
      paragraph = '';
    }
  }
  return paragraph === '' || paragraphs.length === most
    ? paragraphs
    : [...paragraphs, paragraph.trim()];
}

/** "Docs · Discord · X" is navigation, not prose. */
function isLinkList(text: string): boolean {
  return text.replace(/\[[^\][]+\]\([^()]*\)/g, '').replace(/[^a-zA-Z]/g, '') === '';
}
