import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Doc } from './declaration.ts';
import { childrenOf, commentAbove, dedent, type SourceFile } from './syntax.ts';
import { rstToMarkdown } from '../text/rst.ts';

const titles =
  /^(?:args|arguments|(?:other )?parameters|keyword args|returns?|yields?|raises|attributes|examples?|notes?|see also|warns|warnings|references)$/i;
const field =
  /^:(param|parameter|arg|argument|key|keyword|returns?|raises?|except|exception|type|rtype|[ic]?var|vartype|meta)\b([^:`]*):\s*(.*)$/;

/** The docstring that begins a body, or is the statement itself. */
export function docOf({ text }: SourceFile, node: SyntaxNode | null | undefined): Doc {
  const [first] = childrenOf(node).filter(({ name }) => !/^(?::|Comment)$/.test(name));
  const literal = first?.name === 'ExpressionStatement' ? first.getChild('String') : first;
  if (literal?.name !== 'String') return noDoc;
  const quoted = /^[rRuUbB]*("""|'''|"|')([\s\S]*)\1$/.exec(text.slice(literal.from, literal.to));
  return readDocstring(dedent(quoted?.[2] ?? '').split('\n'));
}

/** A `#:` comment above an assignment, or a string below it. */
export function attributeDoc(file: SourceFile, node: SyntaxNode): Doc {
  const above = node.prevSibling;
  if (above?.name === 'Comment' && file.text.startsWith('#:', above.from)) {
    return { ...noDoc, text: toMarkdown(commentAbove(file, node)) };
  }
  const below = node.nextSibling;
  return below?.name === 'ExpressionStatement' ? docOf(file, below) : noDoc;
}

interface Section {
  /** Empty: text. */
  readonly title: string;
  /** The parameter that a field of Sphinx is about. */
  readonly name?: string;
  readonly isNumpy: boolean;
  readonly lines: string[];
}

function readDocstring(source: readonly string[]): Doc {
  const text: string[] = [];
  const returns: string[] = [];
  const parameters: { name: string; lines: string[] }[] = [];
  for (const { title, name, isNumpy, lines } of sectionsOf(source)) {
    if (title === '') text.push(...lines);
    else if (/^(?:return|yield)/i.test(title)) returns.push(...lines.slice(isNumpy ? 1 : 0));
    else if (name === undefined && /arg|param/i.test(title)) {
      parameters.push(...itemsOf(lines, isNumpy));
    } else if (name === undefined) text.push('', `**${title}**`, '', outdent(lines));
    else if (/^(?:param|arg|key)/.test(title)) parameters.push({ name, lines });
  }
  return {
    text: toMarkdown(text.join('\n').trim()),
    parameters: parameters.map(({ name, lines }) => ({ name, text: flat(lines) })),
    returns: flat(returns),
  };
}

function toMarkdown(text: string): string {
  const isMarkdown =
    /^[ \t]*```/m.test(text) ||
    (/\]\(|(?<!`)`[^`:<>]+`(?!`|_)/.test(text) && !/::|:\w+:`|``|^[ \t]*>>> /m.test(text));
  return isMarkdown
    ? text
    : rstToMarkdown(text.split('\n'), () => undefined)
        .join('\n')
        .trim();
}

/** The sections of Google's and NumPy's style, and the fields of Sphinx. */
function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ title: '', isNumpy: false, lines: [] }];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const last = sections.at(-1) as Section;
    const next = lines[at + 1] ?? '';
    const title = line.trim().replace(/:$/, '');
    const isNumpy = /^-{3,}\s*$/.test(next);
    const isGoogle = /:\s*$/.test(line) && /^\s+\S/.test(next);
    const [, kind, names = '', value = ''] = field.exec(line) ?? [];
    if (kind !== undefined) {
      const name = names.trim().replace(/^.*\s|^\\?\*+/g, '');
      sections.push({ title: kind, name, isNumpy: false, lines: [value] });
    } else if (titles.test(title) && (isNumpy || isGoogle)) {
      sections.push({ title, isNumpy, lines: [] });
      if (isNumpy) at++;
    } else if (last.title !== '' && !last.isNumpy && /^\S/.test(line)) {
      sections.push({ title: '', isNumpy: false, lines: [line] });
    } else last.lines.push(line);
  }
  return sections;
}

/** `name (type): text` or `name : type`, with indented lines below. */
function itemsOf(lines: readonly string[], isNumpy: boolean) {
  const items: { name: string; lines: string[] }[] = [];
  for (const line of outdent(lines).split('\n')) {
    const [, name, text = ''] =
      /^\*{0,2}(\w[\w*, ]{0,200}?)\s*(?:\([^()]{0,200}\)\s*)?(?::\s*(.*))?$/.exec(line) ?? [];
    if (name !== undefined) items.push({ name, lines: isNumpy ? [] : [text] });
    else items.at(-1)?.lines.push(line);
  }
  return items;
}

function outdent(lines: readonly string[]): string {
  return dedent(`\n${lines.join('\n')}`);
}

function flat(lines: readonly string[]): string {
  return toMarkdown(lines.join(' ').replace(/\s+/g, ' ').trim());
}
