import { code, fence, plain } from './markdown.ts';
import { writeDirective, writeRole, type Lookup } from './directives.ts';
import { dedent, trimmed } from './lines.ts';

const maxDepth = 12;
const rule = /^([=\-~^"*+#.'`_<>])\1+\s*$/;
const tableRule = /^(?:\+(?:[-=]+\+)+|=+(?: +=+)+)\s*$/;
const item = /^(?:([-*+•])|(?:\(?(?:\d{1,4}|#|[a-z])[.)]))(?:\s+|$)/;

/** reStructuredText as Markdown. What has no meaning outside Sphinx is left out. */
export function rstToMarkdown(source: readonly string[], lookup: Lookup): string[] {
  const names = readNames(source);
  /** Styles of underlines, in the order of their first use: that makes their level. */
  const styles: string[] = [];
  let language = '';
  const inline = (text: string) => writeInline(text, names, lookup);
  return block(source, 0);

  function block(lines: readonly string[], depth: number): string[] {
    if (depth > maxDepth) return fence(lines.join('\n')).split('\n');
    const out: string[] = [];
    for (let at = 0; at < lines.length;) at = next(lines, at, depth, out);
    return out;
  }

  /** Writes what begins at the line, and returns the line after it. */
  function next(lines: readonly string[], at: number, depth: number, out: string[]): number {
    const line = lines[at] as string;
    if (line.trim() === '') return (out.push(''), at + 1);
    if (/^\s/.test(line)) {
      const end = indentedEnd(lines, at);
      const inner = trimmed(block(dedent(lines.slice(at, end)), depth + 1));
      const isList = /^(?:- |1\. |> )/.test(inner[0] ?? '');
      out.push(...inner.map((each) => (isList ? each : `> ${each}`.trimEnd())), '');
      return end;
    }
    if (/^(?:\.\.|__)(?:\s|$)/.test(line)) {
      const end = indentedEnd(lines, at + 1);
      out.push(...explicit(line, dedent(lines.slice(at + 1, end)), depth));
      return end;
    }
    const below = lines[at + 1] ?? '';
    const isOver = rule.test(line) && rule.test(lines[at + 2] ?? '') && below.trim() !== '';
    const title = isOver ? below : line;
    const under = isOver ? line : below;
    if (isOver || (rule.test(under) && under.trim().length >= Math.min(3, title.trim().length))) {
      const style = `${under[0]}${isOver}`;
      if (!styles.includes(style)) styles.push(style);
      const marks = '#'.repeat(Math.min(6, styles.indexOf(style) + 1));
      out.push('', `${marks} ${inline(title.trim())}`, '');
      return at + (isOver ? 3 : 2);
    }
    if (tableRule.test(line)) {
      // A table is shown as it is drawn.
      const end = lines.findIndex((each, index) => index > at && each.trim() === '');
      const drawn = lines.slice(at, end === -1 ? lines.length : end);
      out.push('', ...fence(drawn.join('\n')).split('\n'), '');
      return at + drawn.length;
    }
    if (rule.test(line)) return at + 1;
    const marker = item.exec(line);
    if (marker) {
      const end = indentedEnd(lines, at + 1);
      const first = line.slice(marker[0].length);
      const body = trimmed(block([first, ...dedent(lines.slice(at + 1, end))], depth + 1));
      const mark = marker[1] === undefined ? '1. ' : '- ';
      const indent = ' '.repeat(mark.length);
      out.push(...body.map((each, index) => (index === 0 ? mark + each : indent + each).trimEnd()));
      if ((lines[end - 1] ?? '').trim() === '') out.push('');
      return end;
    }
    if (line.startsWith('>>> ')) {
      const end = paragraphEnd(lines, at);
      out.push('', ...fence(lines.slice(at, end).join('\n'), 'pycon').split('\n'), '');
      return end;
    }
    const field = /^:([^:`\s][^:`]*):(?:\s+(.*))?$/.exec(line);
    if (field) {
      const end = indentedEnd(lines, at + 1);
      const text = [field[2] ?? '', ...lines.slice(at + 1, end)].join(' ').trim();
      if (text !== '' && out.some((each) => each !== '')) {
        out.push(`- **${plain(field[1] as string)}**: ${inline(text)}`);
      }
      return end;
    }
    return paragraph(lines, at, depth, out);
  }

  function paragraph(lines: readonly string[], at: number, depth: number, out: string[]): number {
    const end = paragraphEnd(lines, at);
    const text = lines.slice(at, end).map((line) => line.replace(/^\| ?/, '').trim());
    const isLiteral = text.at(-1)?.endsWith('::') === true;
    const follows = lines.findIndex((line, index) => index >= end && line.trim() !== '');
    const isTerm = end === at + 1 && follows === end && /^\s/.test(lines[end] ?? '');
    const prose = isLiteral
      ? text.join(' ').replace(/\s*::$/, (mark) => (mark === '::' ? ':' : ''))
      : text.join(' ');
    if (isTerm && !isLiteral) {
      const last = indentedEnd(lines, end);
      const body = trimmed(block(dedent(lines.slice(end, last)), depth + 1));
      out.push(`- **${inline(prose)}**`, '', ...body.map((each) => `  ${each}`.trimEnd()), '');
      return last;
    }
    if (prose !== ':' && prose !== '') out.push(inline(prose));
    if (!isLiteral || follows === -1 || !/^\s/.test(lines[follows] ?? '')) return end;
    const last = indentedEnd(lines, follows);
    const body = trimmed(dedent(lines.slice(follows, last))).join('\n');
    const isPython = /^(?:import|from|def|class|@\w|\w+ = |>>> )/m.test(body);
    out.push('', ...fence(body, language || (isPython ? 'python' : '')).split('\n'), '');
    return last;
  }

  function explicit(line: string, body: readonly string[], depth: number): string[] {
    const [, name, argument = ''] = /^\.\.\s+([\w:.+-]+?)::(?:\s+(.*))?$/.exec(line) ?? [];
    if (name === undefined) {
      const note = /^\.\.\s+\[([#\w.*-]+)\]\s*(.*)$/.exec(line);
      return note
        ? ['', `${plain(`[${note[1]}]`)} ${inline([note[2], ...body].join(' '))}`, '']
        : [];
    }
    if (name === 'highlight') language = argument.trim();
    // The text of a note may begin beside its name.
    const isText =
      /^(?:note|tip|hint|important|warning|caution|attention|danger|error|seealso|todo)$/.test(
        name,
      );
    const value = isText
      ? { argument: '', body: [argument, ...body] }
      : { argument: argument.trim(), body };
    const convert = (lines: readonly string[]) => block(lines, depth + 1);
    return writeDirective({ name, ...value }, { convert, inline });
  }
}

function paragraphEnd(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (
    end < lines.length &&
    /^\S/.test(lines[end] as string) &&
    !/^\.\. /.test(lines[end] as string)
  )
    end++;
  return end;
}

function indentedEnd(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && !/^\S/.test(lines[end] as string)) end++;
  return end;
}

interface Names {
  readonly substitutions: ReadonlyMap<string, string>;
  /** Addresses on the web by name. */
  readonly targets: ReadonlyMap<string, string>;
}

function readNames(lines: readonly string[]): Names {
  const substitutions = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const line of lines) {
    const target = /^\s*\.\. _`?([^`:]+)`?:\s+(https?:\/\/\S+)$/.exec(line);
    if (target) targets.set((target[1] as string).toLowerCase(), target[2] as string);
    const replaced = /^\s*\.\. \|([^|]+)\|\s+(?:replace|unicode):: (.*)$/.exec(line);
    if (replaced) substitutions.set(replaced[1] as string, replaced[2] as string);
  }
  return { substitutions, targets };
}

const inlineMarkup =
  /\\(\s?)(.?)|``([^`]+(?:`[^`]+)*)``|:([\w:.+-]+):`([^`]+)`|`([^`]+)`(?::([\w:]+):|(_{0,2}))|\|([^|\s][^|]*)\||\[(#?[\w.-]{1,40}|\*)\]_(?!\w)|\b([A-Za-z][\w.-]*)__?(?![\w`])/g;

function writeInline(text: string, { substitutions, targets }: Names, lookup: Lookup): string {
  const link = (label: string, address: string | undefined) =>
    address === undefined ? plain(label) : `[${plain(label)}](${address})`;
  let out = '';
  let from = 0;
  for (const match of text.matchAll(inlineMarkup)) {
    const [whole, , escaped, literal, before, role, words, after, end, name, note, word] = match;
    out += prose(text.slice(from, match.index));
    from = match.index + whole.length;
    if (literal !== undefined) out += code(literal);
    else if (role !== undefined) out += writeRole(before as string, role, lookup);
    else if (words !== undefined && after !== undefined) out += writeRole(after, words, lookup);
    else if (words !== undefined) {
      const [, label = '', target = ''] = /^([^<]*)<([^<>]+)>$/.exec(words) ?? [];
      if (end === '') out += code(words);
      else if (target === '') out += link(words, targets.get(words.toLowerCase()));
      else if (/^https?:/.test(target)) out += link(label.trim() || target, target);
      else out += link(label.trim(), targets.get(target.replace(/_$/, '').toLowerCase()));
    } else if (name !== undefined) out += plain(substitutions.get(name) ?? name);
    else if (note !== undefined) out += plain(`[${note}]`);
    else if (word !== undefined) {
      const address = targets.get(word.toLowerCase());
      out += address === undefined ? prose(whole) : link(word, address);
    } else out += escaped === '' ? '' : plain(escaped as string);
  }
  return out + prose(text.slice(from));
}

/** Names such as `__init__` are not bold. */
function prose(text: string): string {
  return text.replace(/_{2,}|\[/g, (marks) => marks.replace(/./g, '\\$&'));
}
