import { cleanInline, fenceEnd, takeDefinitions } from '../text/clean-markdown.ts';
import { fileOf, type Repository } from '../repository.ts';

export interface Section {
  readonly title: string;
  /** 0 for the text before the first heading. */
  readonly level: number;
  /** Line of the heading, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

export interface Readme {
  readonly path: string;
  readonly title: string;
  /** The first paragraph of prose, as plain markdown. Empty: there is none. */
  readonly tagline: string;
  /** Sections with their subsections, split at the highest level that has several headings. */
  readonly sections: readonly Section[];
  readonly definitions: ReadonlyMap<string, string>;
}

export function findReadme(repository: Repository, folder = ''): Readme | undefined {
  const prefix = folder === '' ? '' : `${folder}/`;
  const path = repository.paths.find(
    (each) =>
      each.startsWith(prefix) &&
      !each.slice(prefix.length).includes('/') &&
      /^readme(?:\.(?:md|markdown|rst|txt))?$/i.test(fileOf(each)),
  );
  return path === undefined ? undefined : readMarkdown(repository, path);
}

export function readMarkdown(repository: Repository, path: string): Readme {
  const { lines, definitions } = takeDefinitions(repository.lines(path));
  const headings = findHeadings(lines);
  const first = headings[0];
  const title = first && (first.level === 1 || headings.length === 1) ? first.title : '';
  const below = title ? headings.slice(1) : headings;
  const split = Math.max(2, Math.min(...below.map(({ level }) => level)));
  const starts = below.filter(({ level }) => level <= split);
  const introStart = title && first ? first.line : 0;
  const introEnd = starts[0] ? starts[0].line - 1 : lines.length;
  const sections = starts.map(({ title, level, line }, index) => {
    const end = starts[index + 1]?.line ?? lines.length + 1;
    return { title, level, line, lines: lines.slice(line, end - 1) };
  });
  const introLines = lines.slice(introStart, introEnd);
  const blank = introLines.findIndex((line) => line.trim() !== '');
  const intro = { title: '', level: 0, line: introStart + 1 + Math.max(0, blank) };
  return {
    path,
    title,
    tagline: firstParagraph(introLines) || firstParagraph(sections[0]?.lines ?? []),
    sections: [{ ...intro, lines: introLines }, ...sections],
    definitions,
  };
}

function findHeadings(lines: readonly string[]) {
  const found: { title: string; level: number; line: number }[] = [];
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
      add(next.trim().startsWith('=') ? 1 : 2, line, at);
    }
  }
  return found;

  function add(level: number, raw: string, at: number) {
    const title = cleanInline(raw).replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim();
    if (title !== '') found.push({ level, title, line: at + 1 });
  }
}

function firstParagraph(lines: readonly string[]): string {
  let paragraph = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const ticks = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (ticks) at = fenceEnd(lines, at + 1, ticks);
    const text = ticks || /^\s*(?:[#|=]|[-*+] |\[[^\]]+\]:)/.test(line) ? '' : cleanInline(line);
    const prose = text.replace(/^[\s>]+/, '').trim();
    if (/[a-zA-Z]{3}/.test(prose) && !isLinkList(prose)) paragraph += ` ${prose}`;
    else if (paragraph !== '') break;
  }
  const flat = paragraph.trim().replace(/\[([^\][]+)\](?:\([^()]*\)|\[[^\][]*\])/g, '$1');
  return flat.replace(/[*_]{2}/g, '');
}

/** "Docs · Discord · X" is navigation, not prose. */
function isLinkList(text: string): boolean {
  return text.replace(/\[[^\][]+\]\([^()]*\)/g, '').replace(/[^a-zA-Z]/g, '') === '';
}
