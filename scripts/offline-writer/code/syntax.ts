import type { SyntaxNode } from '@lezer/common';
import { parser as go } from '@lezer/go';
import { parser as script } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import { languageOf, type Repository } from '../repository.ts';

const parsers = {
  TypeScript: script.configure({ dialect: 'ts' }),
  JavaScript: script.configure({ dialect: 'jsx' }),
  Python: python,
  Go: go,
};
const tsx = script.configure({ dialect: 'ts jsx' });

/** The parser needs seconds where brackets are deeper, and no person writes them so. */
const maxDepth = 300;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Top-level nodes. Files with errors have nodes too. */
  readonly nodes: readonly SyntaxNode[];
  /** Counts from 1. */
  lineOf(node: SyntaxNode): number;
  /** The code of a range on one line, without comments. */
  flat(from: number, to: number): string;
}

export function parseSource(repository: Repository, path: string): SourceFile {
  const text = repository.text(path);
  const parser = path.endsWith('.tsx') ? tsx : parsers[languageOf(path) ?? 'TypeScript'];
  const tree = parser.parse(isTooDeep(text) ? '' : readable(text));
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    path,
    text,
    nodes: childrenOf(tree.topNode),
    lineOf({ from }) {
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) <= from) low = middle;
        else high = middle;
      }
      return low + 1;
    },
    flat(from, to) {
      let code = '';
      let at = from;
      tree.iterate({
        from,
        to,
        enter(node) {
          if (!isComment(node) || node.from < at || node.to > to) return;
          code += text.slice(at, node.from);
          at = node.to;
        },
      });
      return tidy(code + text.slice(at, to));
    },
  };
}

/** The grammar has no generic call signatures: `<T>` becomes blanks, so that all places remain. */
function readable(text: string): string {
  return text.replace(/^[ \t]*<[^<>()\n]{1,200}>(?=\()/gm, (match) => ' '.repeat(match.length));
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

export function placeOf(file: SourceFile, node: SyntaxNode): { path: string; line: number } {
  return { path: file.path, line: file.lineOf(node) };
}

export function childrenOf(node: SyntaxNode | null): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node?.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

export function isComment({ name }: { readonly name: string }): boolean {
  return name.endsWith('Comment');
}

/** The text of the comments directly above a node: one block, or a run of lines. */
export function commentAbove({ text }: SourceFile, node: SyntaxNode): string {
  const comments: string[] = [];
  let { from } = node;
  for (let above = node.prevSibling; above && isComment(above); above = above.prevSibling) {
    const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, above.from - 80), above.from));
    if (!startsLine || text.slice(above.to, from).split('\n').length > 2) break;
    const isBlock = above.name === 'BlockComment';
    if (isBlock && comments.length > 0) break;
    comments.unshift(text.slice(above.from, above.to));
    if (isBlock) break;
    from = above.from;
  }
  return comments.map(withoutMarks).join('\n');
}

/** A comment without `//`, `#`, stars and slashes. */
export function withoutMarks(comment: string): string {
  if (!comment.startsWith('/*')) return comment.replace(/^(?:\/\/+|#:?) ?/, '');
  const inner = comment
    .replace(/^\/\*+ ?/, '')
    .replace(/\s*\*+\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n');
  return dedent(inner);
}

/** The first line has no indentation, the others lose what they share. */
export function dedent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const margins = rest.flatMap((line) => (line.trim() ? [line.search(/\S/)] : []));
  const margin = margins.reduce((least, each) => Math.min(least, each), 1_000);
  return [first.trimStart(), ...rest.map((line) => line.slice(margin))].join('\n').trim();
}

const maxWidth = 88;

/** A declaration up to its body. A long one has a line for each of its parameters. */
export function signatureOf(
  file: SourceFile,
  from: number,
  to: number,
  list: SyntaxNode | null,
): string {
  const whole = file.flat(from, to);
  if (!list || whole.length <= maxWidth) return whole;
  const commas = childrenOf(list).filter(({ name }) => name === ',');
  const starts = [list.from + 1, ...commas.map((comma) => comma.to)];
  const ends = [...commas.map((comma) => comma.from), list.to - 1];
  const parameters = starts.map((start, at) => file.flat(start, ends[at] as number));
  const indent = file.path.endsWith('.py') ? '    ' : '  ';
  return [
    file.flat(from, list.from + 1),
    ...parameters.filter(Boolean).map((parameter) => `${indent}${parameter},`),
    file.flat(list.to - 1, to),
  ].join('\n');
}

function tidy(code: string): string {
  return code
    .replace(/\s*\n\s*|[ \t]{2,}/g, ' ')
    .replace(/(?<=[([]) | (?=[)\]])|,(?= ?[)\]])|[\s;]+$/g, '')
    .trim();
}
