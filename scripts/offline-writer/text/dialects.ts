import { fenceEnd } from './clean-markdown.ts';
import { writeDirective, writeRole, type Directive, type Lookup } from './directives.ts';
import { dedent, trimmed } from './lines.ts';
import { rstToMarkdown } from './rst.ts';

const maxDepth = 12;
/** Lines with a meaning for the generator of a site: labels, attributes, comments, contents. */
const forGenerator =
  /^\s*(?:\([\w:. /-]+\)=|\{[.#:][^{}]*\}|%\s.*|\+\+\+.*|\[\[?_?(?:toc|TOC)_?\]?\]|import\s[^;]*\sfrom\s+['"].*|import\s+['"].*|export\s+(?:const|default|function)\b.*|\{\/\*.*\*\/\}|<\/?[A-Z][\w.]*(?:\s[^<>]*)?>)\s*$/;

/** A directive in some lines of a document. */
interface Block extends Directive {
  readonly indent: string;
  /** The line after it. */
  readonly end: number;
}

/** Markdown without the dialects of MyST, MkDocs, Docusaurus, VitePress, Hugo, GitBook and MDX:
 * their directives and roles become plain Markdown, or are left out. */
export function plainMarkdown(source: readonly string[], lookup: Lookup): string[] {
  const inline = (text: string) => writeInline(text, lookup);
  return convertAll(source, 0);

  function convertAll(lines: readonly string[], depth: number): string[] {
    if (depth > maxDepth) return lines.filter((line) => !/[:{]{3}|^\s*!!!/.test(line));
    const convert = (inner: readonly string[]) => convertAll(inner, depth + 1);
    const out: string[] = [];
    for (let at = 0; at < lines.length;) {
      const line = lines[at] as string;
      const block = fenced(lines, at) ?? shortcode(lines, at) ?? indented(lines, at);
      if (!block) {
        if (!forGenerator.test(line)) out.push(inline(line));
        at++;
        continue;
      }
      const { name, body, indent, end } = block;
      const isRst = name === 'eval-rst';
      if (name === 'plain') out.push(...body);
      else
        push(
          out,
          indent,
          isRst ? rstToMarkdown(body, lookup) : writeDirective(block, { convert, inline }),
        );
      at = end;
    }
    return out;
  }
}

/** Between lines of backticks, tildes or colons. Code without a directive stays as it is. */
function fenced(lines: readonly string[], at: number): Block | undefined {
  const [, indent = '', ticks, info = ''] =
    /^(\s*)(`{3,}|~{3,}|:{3,})(.*)$/.exec(lines[at] as string) ?? [];
  const isColon = ticks?.startsWith(':') === true;
  if (ticks === undefined || (!isColon && info.includes('`'))) return undefined;
  const last = isColon ? colonEnd(lines, at + 1, ticks.length) : fenceEnd(lines, at + 1, ticks);
  const place = { indent, end: last + 1 };
  const braces = /^\s*\{([\w:.+-]+)\}\s*(.*)$/.exec(info);
  if (!isColon && !braces) {
    return { ...place, name: 'plain', argument: '', body: lines.slice(at, last + 1) };
  }
  const match = braces ?? /^\s*\{?[.:]?([\w-]+)[^\s[]*\s*(.*)$/.exec(info);
  const name = match?.[1] ?? 'container';
  const argument = (match?.[2] ?? '').replace(/^\[(.*)\]$|\s*\{.*\}$/, '$1').trim();
  const body = dedent(lines.slice(at + 1, last));
  // MyST has the text of a note where others have its title.
  const isText = /^(?:note|tip|warning|caution|hint|important|attention|danger|error|seealso)$/;
  const isSentence = isText.test(name) && body.every((line) => line.trim() === '');
  return {
    ...place,
    name,
    ...(isSentence ? { argument: '', body: [argument] } : { argument, body }),
  };
}

const maxShortcodeLength = 400;

/** Hugo's `{{< name … >}}` and its end, each on a line of its own. */
function shortcode(lines: readonly string[], at: number): Block | undefined {
  const [, tag, rest = ''] =
    /^\s*\{\{[<%]\s*([\w-]+)([^{}]*)[%>]\}\}\s*$/.exec(lines[at] as string) ?? [];
  if (tag === undefined) return undefined;
  const inside = lines.slice(at + 1, at + 1 + maxShortcodeLength);
  const length = inside.findIndex((line) => {
    return /^\s*\{\{[<%]\s*\/\s*([\w-]+)\s*[%>]\}\}\s*$/.exec(line)?.[1] === tag;
  });
  if (length < 0) return undefined;
  const place = { indent: '', end: at + length + 2, body: inside.slice(0, length) };
  if (tag === 'highlight') {
    return { ...place, name: 'code', argument: /^\s*([\w+#-]*)/.exec(rest)?.[1] ?? '' };
  }
  const kind = /\b(?:note|tip|info|warning|caution|danger)\b/.exec(`${rest} ${tag}`)?.[0];
  const argument = /\btitle="([^"]*)"/.exec(rest)?.[1] ?? '';
  return { ...place, name: kind ?? 'note', argument };
}

/** MkDocs: `!!! note "Title"` and `=== "Tab"` with indented lines below. */
function indented(lines: readonly string[], at: number): Block | undefined {
  const line = lines[at] as string;
  const [, indent, note, noteTitle, tab] =
    /^(\s*)(?:(?:!!!|\?\?\?\+?)\s+([\w-]+)[^"]*(?:"([^"]*)".*)?|===[!+]?\s+"([^"]+)"\s*)$/.exec(
      line,
    ) ?? [];
  if (indent === undefined) return undefined;
  let end = at + 1;
  while (end < lines.length && indentOf(lines[end] as string) > indent.length) end++;
  const body = dedent(lines.slice(at + 1, end));
  return { indent, end, body, name: note ?? 'tab', argument: noteTitle ?? tab ?? '' };
}

function push(out: string[], indent: string, lines: readonly string[]) {
  out.push('', ...trimmed(lines).map((line) => (indent + line).trimEnd()), '');
}

function indentOf(line: string): number {
  return line.trim() === '' ? Infinity : line.search(/\S/);
}

/** Fences of colons may contain others of the same length. */
function colonEnd(lines: readonly string[], from: number, length: number): number {
  let open = 1;
  for (let at = from; at < lines.length; at++) {
    const [, colons = '', rest = ''] = /^\s*(:{3,})\s*(.*)$/.exec(lines[at] as string) ?? [];
    if (colons.length === length) open += rest === '' ? -1 : 1;
    if (open === 0) return at;
  }
  return lines.length;
}

/** Roles, shortcodes, attributes and footnotes, outside inline code. */
const markup =
  /(`{2,})(?:[^`]|`(?!\1))*?\1|\{([\w:.+-]{1,40})\}`([^`]+)`|`[^`]*`|\{\{[<%][^{}]*[%>]\}\}|\{%[^{}%]*%\}|\{\{-?\s*(?:site|page|include)\b[^{}]*\}\}|\s*\{[#.:][^{}]*\}\s*$|\[\^([\w-]{1,60})\](:?)/g;

function writeInline(line: string, lookup: Lookup): string {
  if (!/[{^]/.test(line)) return line;
  return line.replace(markup, (whole, _ticks, role?: string, text?: string, note?: string) => {
    if (role !== undefined) return writeRole(role, text ?? '', lookup);
    if (note !== undefined) return `\\[${note}\\]`;
    const target = /\b(?:rel)?ref\s+"([^"]*)"/.exec(whole)?.[1];
    return whole.startsWith('`') ? whole : (target ?? '');
  });
}
