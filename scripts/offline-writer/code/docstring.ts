import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Doc } from './declaration.ts';
import { childrenOf, commentAbove, dedent, type SourceFile } from './syntax.ts';

interface Section {
  readonly title: string;
  readonly isNumpy: boolean;
  readonly lines: string[];
}

const titles =
  /^(?:args|arguments|parameters|other parameters|keyword args|returns?|yields?|raises|attributes|examples?|notes?|see also|warns|warnings|references)$/i;
const fields =
  /^:(param|parameter|arg|argument|key|keyword|return|returns|raise|raises|except|exception|type|rtype|var|ivar|cvar|vartype|meta)\b([^:`]*):\s*(.*)$/;

/** The docstring that begins a body, or is the statement itself. */
export function docOf({ text }: SourceFile, node: SyntaxNode | null | undefined): Doc {
  const children = childrenOf(node ?? null).filter(({ name }) => !/^(?::|Comment)$/.test(name));
  const [first] = children;
  const literal = first?.name === 'ExpressionStatement' ? first.getChild('String') : first;
  return literal?.name === 'String' ? readDocstring(text.slice(literal.from, literal.to)) : noDoc;
}

/** A `#:` comment above an assignment, or a string below it. */
export function attributeDoc(file: SourceFile, node: SyntaxNode): Doc {
  const above = node.prevSibling;
  if (above?.name === 'Comment' && file.text.startsWith('#:', above.from)) {
    return { ...noDoc, text: commentAbove(file, node) };
  }
  const below = node.nextSibling;
  return below?.name === 'ExpressionStatement' ? docOf(file, below) : noDoc;
}

/** A docstring with parameters in the fields of Sphinx or the sections of Google and NumPy. */
function readDocstring(literal: string): Doc {
  const quoted = /^[rRuUbB]*("""|'''|"|')([\s\S]*)\1$/.exec(literal.trim());
  const text: string[] = [];
  const parameters: Parameters = [];
  const returns: string[] = [];
  for (const { title, isNumpy, lines } of sectionsOf(dedent(quoted?.[2] ?? '').split('\n'))) {
    if (title === '') readFields(lines, text, parameters, returns);
    else if (/arg|param/i.test(title)) {
      for (const [head = '', ...rest] of items(lines)) {
        const [, name = '', own = ''] =
          /^\*{0,2}([\w*][\w*, ]{0,200}?)\s*(?:\([^()]{0,200}\)\s*)?(?::\s*(.*))?$/.exec(head) ??
          [];
        parameters.push({ name, lines: isNumpy ? rest : [own, ...rest] });
      }
    } else if (/return|yield/i.test(title)) {
      returns.push(flat(isNumpy ? items(lines).flatMap(([, ...rest]) => rest) : lines));
    } else text.push('', `**${title}**`, '', ...lines);
  }
  const described = parameters.flatMap(({ name, lines }) =>
    name === '' ? [] : [{ name, text: flat(lines) }],
  );
  return {
    ...{ text: text.join('\n').trim(), parameters: described, returns: flat(returns) },
    ...{ deprecated: undefined, examples: [] },
  };
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ title: '', isNumpy: false, lines: [] }];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const next = lines[at + 1] ?? '';
    const title = line.trim().replace(/:$/, '');
    const isNumpy = /^-{3,}\s*$/.test(next);
    if (
      /^\S/.test(line) &&
      titles.test(title) &&
      (isNumpy || (line.trim().endsWith(':') && /^\s+\S/.test(next)))
    ) {
      sections.push({ title, isNumpy, lines: [] });
      if (isNumpy) at++;
      continue;
    }
    const last = sections.at(-1) as Section;
    if (last.title !== '' && !last.isNumpy && /^\S/.test(line)) {
      sections.push({ title: '', isNumpy: false, lines: [line] });
    } else last.lines.push(line);
  }
  return sections.map((section) => ({
    ...section,
    lines:
      section.title === '' ? section.lines : dedent(`\n${section.lines.join('\n')}`).split('\n'),
  }));
}

/** Lines without indentation, each with the indented ones below it. */
function items(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const line of lines) {
    if (/^\S/.test(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found;
}

/** `:param name: text`, whose text goes on in the indented lines below it. */
function readFields(lines: readonly string[], text: string[], into: Parameters, returns: string[]) {
  let isField = false;
  let last: string[] | undefined;
  for (const line of lines) {
    const [, kind = '', names = '', own = ''] = fields.exec(line) ?? [];
    if (kind !== '') {
      isField = true;
      last = /^return/.test(kind) ? returns : /^(?:param|arg|key)/.test(kind) ? [] : undefined;
      last?.push(own);
      const name =
        names
          .trim()
          .split(/\s+/)
          .at(-1)
          ?.replace(/^\\?\*+/, '') ?? '';
      if (last && last !== returns) into.push({ name, lines: last });
    } else if (isField && /^(?:\s|$)/.test(line)) last?.push(line);
    else {
      isField = false;
      text.push(line);
    }
  }
}

type Parameters = { readonly name: string; readonly lines: readonly string[] }[];

function flat(lines: readonly string[]): string {
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}
