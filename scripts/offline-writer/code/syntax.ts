import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { parser as go } from '@lezer/go';
import { parser as script } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import { languageOf, type Repository } from '../repository/repository.ts';
import { dedent as dedentLines, lineFinder } from '../text/lines.ts';

const parsers = {
  TypeScript: script.configure({ dialect: 'ts' }),
  JavaScript: script.configure({ dialect: 'jsx' }),
  Python: python,
  Go: go,
};
const tsx = script.configure({ dialect: 'ts jsx' });

/** The parser needs seconds where brackets are deeper, and no person writes them so. */
const maxDepth = 300;
const maxWidth = 88;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Top-level nodes. Files with errors have nodes too. */
  readonly nodes: readonly SyntaxNode[];
  readonly placeOf: (node: SyntaxNode) => { path: string; line: number };
  /** The code of a range or node on one line, without comments. */
  readonly flat: (range: Range | null | undefined) => string;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export function parseSource(repository: Repository, path: string): SourceFile {
  const text = repository.text(path);
  const parser = path.endsWith('.tsx') ? tsx : parsers[languageOf(path) ?? 'TypeScript'];
  // The grammar has no generic call signatures: `<T>` becomes blanks, so that all places remain.
  const readable = text.replace(/^[ \t]*<[^<>()\n]{1,200}>(?=\()/gm, (generic) =>
    ' '.repeat(generic.length),
  );
  const tree = parser.parse(isTooDeep(text) ? '' : readable);
  const nodes = childrenOf(tree.topNode);
  const lineOf = lineFinder(text);
  return {
    path,
    text,
    nodes,
    placeOf: ({ from }) => ({ path, line: lineOf(from) }),
    flat(range) {
      const { from, to } = range ?? { from: 0, to: 0 };
      let code = '';
      let at = from;
      const enter = (node: SyntaxNodeRef) => {
        if (!isComment(node) || node.from < at || node.to > to) return;
        code += text.slice(at, node.from);
        at = node.to;
      };
      if (/\/[/*]|#/.test(text.slice(from, to))) tree.iterate({ from, to, enter });
      return (code + text.slice(at, to))
        .replace(/\s*\n\s*|[ \t]{2,}/g, ' ')
        .replace(/(?<=[([]) | (?=[)\]])|,(?= ?[)\]])|[\s;]+$/g, '')
        .trim();
    },
  };
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

export function childrenOf(node: SyntaxNode | null | undefined): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node?.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

function isComment({ name }: { readonly name: string }): boolean {
  return name.endsWith('Comment');
}

/** The text of the comments directly above a node: one block, or a run of lines. */
export function commentAbove({ text }: SourceFile, node: SyntaxNode): string {
  const comments: string[] = [];
  let { from } = node;
  for (let above = node.prevSibling; above && isComment(above); above = above.prevSibling) {
    const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, above.from - 80), above.from));
    const isBlock = above.name === 'BlockComment';
    // A comment with tags belongs to what follows, also after an empty line.
    const isTagged =
      isBlock && /@(?:param|returns?|api|example)\b/.test(text.slice(above.from, above.to));
    const isApart = text.slice(above.to, from).split('\n').length > (isTagged ? 3 : 2);
    if (!startsLine || isApart || (isBlock && comments.length > 0)) break;
    comments.unshift(withoutMarks(text.slice(above.from, above.to)));
    if (isBlock) break;
    from = above.from;
  }
  return comments.join('\n');
}

/** A comment without `//`, `#`, stars and slashes. */
function withoutMarks(comment: string): string {
  if (!comment.startsWith('/*')) return comment.replace(/^(?:\/\/+|#:?) ?/, '');
  const inner = comment.replace(/^\/\*+ ?|\s*\*+\/$/g, '');
  return dedent(inner.replace(/\n\s*\* ?/g, '\n'));
}

/** The first line has no indentation, the others lose what they share. */
export function dedent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  return [first.trimStart(), ...dedentLines(rest)].join('\n').trim();
}

/** A declaration up to its body. A long one has a line for each of its parameters. */
export function signatureOf(
  { flat, path }: SourceFile,
  { from }: Range,
  to: number,
  list: SyntaxNode | null,
): string {
  const whole = flat({ from, to });
  if (!list || whole.length <= maxWidth) return whole;
  const commas = childrenOf(list).filter(({ name }) => name === ',');
  const ends = [...commas.map((comma) => comma.from), list.to - 1];
  const parameters = ends.map((end, at) =>
    flat({ from: commas[at - 1]?.to ?? list.from + 1, to: end }),
  );
  const indent = path.endsWith('.py') ? '    ' : '  ';
  return [
    flat({ from, to: list.from + 1 }),
    ...parameters.filter(Boolean).map((parameter) => `${indent}${parameter},`),
    flat({ from: list.to - 1, to }),
  ].join('\n');
}

/** Code on one line, or its beginning where it is long. */
export function brief(code: string, rest = ''): string {
  return code.length <= maxWidth ? code : code.replace(/\s*=.*$/, rest);
}
