import { fenceEnd } from './clean-markdown.ts';
import { trimmed, writeDirective, writeRole, type Lookup } from './directives.ts';
import { dedent, rstToMarkdown } from './rst.ts';

const maxDepth = 12;
/** Lines with a meaning for the generator of a site: labels, attributes, comments, contents. */
const forGenerator =
  /^\s*(?:\([\w:. /-]+\)=|\{[.#:][^{}]*\}|%\s.*|\+\+\+.*|\[\[?_?(?:toc|TOC)_?\]?\]|import\s[^;]*\sfrom\s+['"].*|import\s+['"].*|export\s+(?:const|default|function)\b.*|\{\/\*.*\*\/\}|<\/?[A-Z][\w.]*(?:\s[^<>]*)?>)\s*$/;

/** Markdown without the dialects of MyST, MkDocs, Docusaurus, VitePress, Hugo, GitBook and MDX:
 * their directives and roles become plain Markdown, or are left out. */
export function plainMarkdown(source: readonly string[], lookup: Lookup): string[] {
  const inline = (text: string) => writeInline(text, lookup);
  return block(source, 0);

  function block(lines: readonly string[], depth: number): string[] {
    if (depth > maxDepth) return lines.filter((line) => !/[:{]{3}|^\s*!!!/.test(line));
    const convert = (inner: readonly string[]) => block(inner, depth + 1);
    const out: string[] = [];
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as string;
      const [, indent = '', ticks, info = ''] = /^(\s*)(`{3,}|~{3,}|:{3,})(.*)$/.exec(line) ?? [];
      const isColon = ticks?.startsWith(':') === true;
      if (ticks !== undefined && (isColon || !info.includes('`'))) {
        const end = isColon
          ? colonEnd(lines, at + 1, ticks.length)
          : fenceEnd(lines, at + 1, ticks);
        const body = dedent(lines.slice(at + 1, end));
        const braces = /^\s*\{([\w:.+-]+)\}\s*(.*)$/.exec(info);
        const named = braces ?? (isColon ? /^\s*\{?[.:]?([\w-]+)[^\s[]*\s*(.*)$/.exec(info) : null);
        const name = named?.[1] ?? '';
        const argument = (named?.[2] ?? '').replace(/^\[(.*)\]$|\s*\{.*\}$/, '$1').trim();
        if (!isColon && !braces) out.push(...lines.slice(at, end + 1));
        else if (name === 'eval-rst') push(out, indent, rstToMarkdown(body, lookup));
        else if (name === '') push(out, indent, convert(body));
        else
          push(
            out,
            indent,
            writeDirective({ name, ...beside(name, argument, body) }, { convert, inline }),
          );
        at = end;
        continue;
      }
      const short = shortcode(lines, at);
      if (short) {
        const { name, argument, language, body } = short;
        const isCode = language !== undefined;
        push(
          out,
          '',
          isCode
            ? [`\`\`\`${language}`, ...body, '```']
            : writeDirective({ name, argument, body }, { convert, inline }),
        );
        at += body.length + 1;
        continue;
      }
      const noted = /^(\s*)(?:!!!|\?\?\?\+?)\s+([\w-]+)([^"]*(?:"([^"]*)")?.*)$/.exec(line);
      const tab = /^(\s*)===[!+]?\s+"([^"]+)"\s*$/.exec(line);
      const opened = noted ?? tab;
      if (opened) {
        const own = (opened[1] as string).length;
        let end = at + 1;
        while (end < lines.length && indentOf(lines[end] as string) > own) end++;
        const body = dedent(lines.slice(at + 1, end));
        const name = noted?.[2] ?? 'tab';
        const argument = noted ? (noted[4] ?? '') : (tab?.[2] ?? '');
        push(
          out,
          opened[1] as string,
          writeDirective({ name, argument, body }, { convert, inline }),
        );
        at = end - 1;
        continue;
      }
      if (forGenerator.test(line)) continue;
      out.push(inline(line));
    }
    return out;
  }
}

const mostInShortcode = 400;

/** Hugo's `{{< name … >}}` and its end, each on a line of its own. */
function shortcode(lines: readonly string[], at: number) {
  const opening = /^\s*\{\{[<%]\s*([\w-]+)([^{}]*)[%>]\}\}\s*$/.exec(lines[at] as string);
  if (!opening) return undefined;
  const [, tag = '', rest = ''] = opening;
  const inside = lines.slice(at + 1, at + 1 + mostInShortcode);
  const end = inside.findIndex((line) => {
    return /^\s*\{\{[<%]\s*\/\s*([\w-]+)\s*[%>]\}\}\s*$/.exec(line)?.[1] === tag;
  });
  if (end < 0) return undefined;
  const kind = /\b(?:note|tip|info|warning|caution|danger)\b/.exec(`${rest} ${tag}`)?.[0];
  return {
    name: kind ?? 'note',
    argument: /\btitle="([^"]*)"/.exec(rest)?.[1] ?? '',
    language: tag === 'highlight' ? (/^\s*([\w+#-]*)/.exec(rest)?.[1] ?? '') : undefined,
    body: inside.slice(0, end),
  };
}

/** MyST has the text of a note where others have its title. */
function beside(name: string, argument: string, body: readonly string[]) {
  const isText = /^(?:note|tip|warning|caution|hint|important|attention|danger|error|seealso)$/;
  const isSentence = isText.test(name) && body.every((line) => line.trim() === '');
  return isSentence ? { argument: '', body: [argument] } : { argument, body };
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
