import { createRequire } from 'node:module';
import type { Parser, SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { languageOf, type Language, type Repository } from '../repository/repository.ts';
import { dedent as dedentLines, lineFinder } from '../text/lines.ts';

interface Grammar {
  readonly parser: Parser & { configure(options: { readonly dialect: string }): Parser };
}

const require = createRequire(import.meta.url);
const scripts = () => require('@lezer/javascript') as Grammar;
/** A grammar takes longer to load than a page to write: each when a file of its language is read. */
const grammars: Readonly<Record<Language | 'tsx', () => Parser>> = {
  TypeScript: () => scripts().parser.configure({ dialect: 'ts' }),
  JavaScript: () => scripts().parser.configure({ dialect: 'jsx' }),
  tsx: () => scripts().parser.configure({ dialect: 'ts jsx' }),
  Python: () => (require('@lezer/python') as Grammar).parser,
  Go: () => (require('@lezer/go') as Grammar).parser,
  Rust: () => (require('@lezer/rust') as Grammar).parser,
  Java: () => (require('@lezer/java') as Grammar).parser,
  C: () => (require('@lezer/cpp') as Grammar).parser,
  'C++': () => (require('@lezer/cpp') as Grammar).parser,
};
const parsers = new Map<string, Parser>();

function parserOf(path: string): Parser {
  const name = path.endsWith('.tsx') ? 'tsx' : (languageOf(path) ?? 'TypeScript');
  const parser = parsers.get(name) ?? grammars[name]();
  parsers.set(name, parser);
  return parser;
}

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

/** `readable` is the text as the grammar can read it, of the same length, where it differs. */
export function parseSource(
  repository: Repository,
  path: string,
  readable?: (text: string) => string,
): SourceFile {
  const source = repository.text(path);
  const text = readable?.(source) ?? source;
  const isDeep = isTooDeep(text);
  const limit = isDeep ? `brackets more than ${maxDepth} deep` : repository.limitOf(path);
  if (limit !== undefined) repository.unread.set(path, limit);
  const tree = parserOf(path).parse(isDeep ? '' : forGrammar(text, path));
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

/** Without what the grammars do not know, in the same length: generic call signatures of TypeScript,
 * `A.class` and types inside annotations of Java, the macro `try!` of old Rust. */
function forGrammar(text: string, path: string): string {
  if (path.endsWith('.java')) {
    return text
      .replace(/\.class\b/g, '.clazz')
      .replace(/@interface\b/g, 'interface ')
      .replace(/(?<=\)\s{0,20})default\b[^;]{1,400}/g, (value) => ' '.repeat(value.length));
  }
  if (path.endsWith('.rs')) return text.replace(/\btry!/g, 'tri!');
  return text.replace(/^[ \t]*<[^<>()\n]{1,200}>(?=\()/gm, (generic) => ' '.repeat(generic.length));
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
export function withoutMarks(comment: string): string {
  if (!comment.startsWith('/*')) return comment.replace(/^(?:\/\/+!?<?|#:?) ?/, '');
  const inner = comment.replace(/^\/\*+!?<? ?|\s*\*+\/$/g, '');
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
  // Java and C have no comma at the end.
  const last = /\.(?:java|[ch]\w*)$/.test(path) ? '' : ',';
  const lines = parameters.filter(Boolean).map((parameter) => indent + parameter);
  return [
    flat({ from, to: list.from + 1 }),
    lines.join(',\n') + last,
    flat({ from: list.to - 1, to }),
  ].join('\n');
}

/** Code on one line, or its beginning where it is long. */
export function brief(code: string, rest = ''): string {
  return code.length <= maxWidth ? code : code.replace(/\s*=.*$/, rest);
}
