import type { SyntaxNode } from '@lezer/common';
import { readableHeader, type Define } from './c-readable.ts';
import { noDoc, type Declaration, type Doc, type Member } from './declaration.ts';
import { doxygen } from './doxygen.ts';
import {
  brief,
  childrenOf,
  commentAbove,
  parseSource,
  signatureOf,
  withoutMarks,
} from './syntax.ts';
import type { Repository } from '../repository/repository.ts';
import { lineFinder } from '../text/lines.ts';

export interface CHeader {
  readonly about: string;
  readonly declarations: readonly Declaration[];
}

const maxTypeLines = 30;
const maxValue = 60;

/** What a header declares: functions, types, variables, and macros with a comment. */
export function readHeader(repository: Repository, path: string): CHeader {
  let defines: readonly Define[] = [];
  const file = parseSource(repository, path, (source) => {
    const readable = readableHeader(source, path);
    ({ defines } = readable);
    return readable.text;
  });
  const { flat, text } = file;
  const declarations = new Map<string, Declaration>();
  readAll(file.nodes, '');
  readDefines();
  const comments = file.nodes.filter(({ name }) => name === 'BlockComment').slice(0, 3);
  const own = comments
    .map(({ from, to }) => text.slice(from, to))
    .find((each) => /[\\@]file\b/.test(each));
  const about = own === undefined ? '' : doxygen(withoutMarks(own).replace(/[\\@]file.*/, '')).text;
  return { about, declarations: [...declarations.values()].sort((a, b) => a.line - b.line) };

  function readAll(nodes: readonly SyntaxNode[], scope: string) {
    for (const node of nodes) {
      const body = node.getChild('CompoundStatement') ?? node.getChild('DeclarationList');
      if (node.name === 'LinkageSpecification')
        readAll(body ? childrenOf(body) : childrenOf(node), scope);
      else if (node.name === 'NamespaceDefinition') {
        const name = flat(node.getChild('Identifier') ?? node.getChild('NamespaceIdentifier'));
        // What others must not use.
        if (name !== '' && !/^(?:detail|internal|impl)$/.test(name))
          readAll(childrenOf(body), `${scope}${name}::`);
      } else readOne(node, node, scope);
    }
  }

  function readOne(node: SyntaxNode, outer: SyntaxNode, scope: string) {
    if (node.name === 'TemplateDeclaration') {
      if (node.lastChild) readOne(node.lastChild, outer, scope);
      return;
    }
    const type = childrenOf(node).find(({ name }) => isType(name));
    if (node.name === 'TypeDefinition') return declareType(outer, type, typedefName(node), scope);
    if (isType(node.name)) {
      if (bodyOf(node)) declareType(outer, node, flat(node.getChild('TypeIdentifier')), scope);
      return;
    }
    if (!/^(?:Declaration|FunctionDefinition|FieldDeclaration)$/.test(node.name)) return;
    const call = callIn(node);
    const name = call ? nameOf(call) : variableName(node);
    if (type && bodyOf(type))
      declareType(outer, type, flat(type.getChild('TypeIdentifier')), scope);
    else if (call) declare(outer, name, scope, 'function', headOf(outer, node, call));
    else if (/^extern\b/.test(flat(node))) declare(outer, name, scope, 'value', brief(flat(node)));
  }

  function declareType(
    outer: SyntaxNode,
    type: SyntaxNode | undefined,
    name: string,
    scope: string,
  ) {
    const body = type && bodyOf(type);
    if (!body) return declare(outer, name, scope, 'type', flat(outer));
    const code = text
      .slice(outer.from, outer.to)
      .replace(/;$/, '')
      .replace(/\n(?:[ \t]*\n)+/g, '\n');
    const isClass = type.name === 'ClassSpecifier';
    const isWhole = !isClass && scope === '' && code.split('\n').length <= maxTypeLines;
    const rest = flat({ from: body.to, to: outer.to });
    const short = `${flat({ from: outer.from, to: body.from })} { … } ${rest}`.trim();
    declare(
      outer,
      name,
      scope,
      isClass ? 'class' : 'type',
      isWhole ? code : short,
      isWhole ? [] : membersOf(body, isClass),
    );
  }

  function membersOf(body: SyntaxNode, isClass: boolean): Member[] {
    let isPublic = !isClass;
    return childrenOf(body).flatMap((node): Member[] => {
      if (node.name === 'AccessSpecifier') isPublic = flat(node).startsWith('public');
      const inner = node.name === 'TemplateDeclaration' ? node.lastChild : node;
      if (!isPublic || !inner) return [];
      const isField = /^(?:FieldDeclaration|Enumerator|FunctionDefinition|Declaration)$/.test(
        inner.name,
      );
      if (!isField) return [];
      const call = inner.name === 'Enumerator' ? undefined : callIn(inner);
      const name = call ? nameOf(call) : variableName(inner);
      const signature = call ? headOf(node, inner, call) : flat(node);
      const isMethod = call !== undefined;
      if (!isName(name)) return [];
      return [{ name, signature, isMethod, doc: docOf(node), ...file.placeOf(node) }];
    });
  }

  function headOf(outer: SyntaxNode, node: SyntaxNode, call: SyntaxNode): string {
    const end = node.getChild('CompoundStatement') ?? node.getChild('FieldInitializerList');
    const code = signatureOf(file, outer, end?.from ?? outer.to, call.getChild('ParameterList'));
    const name = nameOf(call);
    // A macro was between.
    return code.replace(`* ${name}`, `*${name}`).replace(`${name} (`, `${name}(`);
  }

  function declare(
    node: SyntaxNode,
    name: string,
    scope: string,
    kind: Declaration['kind'],
    signature: string,
    members: readonly Member[] = [],
  ) {
    if (!isName(name)) return;
    const base = { name: scope + name, kind, doc: docOf(node), ...file.placeOf(node) };
    const before = declarations.get(base.name);
    // The type with a body says more than its announcement.
    const isMore = members.length > 0 || (signature.includes('{') && before?.kind === 'type');
    if (before && !isMore) {
      const isOverload = kind === 'function' && !before.signatures.includes(signature);
      if (isOverload)
        declarations.set(base.name, { ...before, signatures: [...before.signatures, signature] });
      return;
    }
    const doc = base.doc === noDoc && before ? before.doc : base.doc;
    declarations.set(base.name, { ...base, doc, signatures: [signature], members });
  }

  /** The comment above, behind or directly below. */
  function docOf(node: SyntaxNode): Doc {
    const above = doxygen(commentAbove(file, node));
    const { nextSibling: next } = node;
    if (above !== noDoc || !next?.name.endsWith('Comment')) return above;
    const between = text.slice(node.to, next.from);
    const isBehind = !between.includes('\n');
    const isBelow =
      /^[;,]?[ \t]*\n[ \t]*$/.test(between) &&
      /^[ \t]*\n[ \t]*(?:\n|$)/.test(text.slice(next.to, next.to + 80));
    const comment = text.slice(next.from, next.to);
    return isBehind || isBelow ? doxygen(withoutMarks(comment)) : noDoc;
  }

  function readDefines() {
    const lines = repository.lines(path);
    const lineOf = lineFinder(repository.text(path));
    for (const { name, code, from, behind } of defines) {
      const line = lineOf(from);
      const comment = commentBefore(lines, line - 1) || behind;
      const doc = comment === '' ? noDoc : doxygen(withoutMarks(comment));
      const isShown = doc !== noDoc && isName(name) && !declarations.has(name);
      if (!isShown || forCompiler.test(code)) continue;
      const head = /^\w+(?:\([^()]*\))?/.exec(code)?.[0] ?? name;
      const signatures = [`#define ${code.length <= head.length + maxValue ? code : head}`];
      declarations.set(name, { name, kind: 'macro', doc, path, line, members: [], signatures });
    }
  }

  /** The declarator of a function that a declaration is about, and no pointer to one. */
  function callIn(node: SyntaxNode): SyntaxNode | undefined {
    for (let inner: SyntaxNode | null | undefined = node; inner;) {
      if (inner.name === 'FunctionDeclarator') {
        return inner.getChild('ParenthesizedDeclarator') ? undefined : inner;
      }
      inner = childrenOf(inner).find(({ name }) =>
        /^(?:Pointer|Function|Reference)Declarator$/.test(name),
      );
    }
    return undefined;
  }

  function nameOf(call: SyntaxNode): string {
    return flat(
      childrenOf(call).find(({ name }) =>
        /Identifier$|^(?:DestructorName|OperatorName|ScopedIdentifier)$/.test(name),
      ),
    );
  }

  function variableName(node: SyntaxNode): string {
    const [code = ''] = flat(node).split('=');
    return /\(\s*\*+\s*(?:const\s+)?(\w+)\s*\)/.exec(code)?.[1] ?? lastName(code);
  }

  function typedefName(node: SyntaxNode): string {
    const code = flat(node);
    const rest = code.slice(code.lastIndexOf('}') + 1);
    return /\(\s*(?:\w+\s+)?\*+\s*(\w+)\s*\)\s*\(/.exec(rest)?.[1] ?? lastName(rest);
  }
}

const maxEnd = 300;

/** Before the parameters, the sizes or the bits. */
function lastName(code: string): string {
  const end = code.slice(-maxEnd);
  return /(\w+)\s*(?:\([^()]*\)|\[[^\]]*\])*(?::\s*\d+)?\s*$/.exec(end)?.[1] ?? '';
}

const maxComment = 80;

/** The comment that ends in the line above. */
function commentBefore(lines: readonly string[], index: number): string {
  const above = lines[index - 1]?.trim() ?? '';
  const isBlock = above.endsWith('*/');
  if (!isBlock && !above.startsWith('//')) return '';
  let start = index - 1;
  const isFirst = () =>
    isBlock ? lines[start]?.includes('/*') : !lines[start - 1]?.trim().startsWith('//');
  while (start > 0 && index - start < maxComment && !isFirst()) start--;
  // It may also be behind the line above.
  if (!/^\s*\/[/*]/.test(lines[start] ?? '')) return '';
  const own = lines.slice(start, index);
  return isBlock ? own.join('\n').trim() : own.map((line) => withoutMarks(line.trim())).join('\n');
}

/** Macros that say how something is compiled. */
const forCompiler = /^\w+(?:\s+(?:extern|static|inline|__\w+)\b.*)?$/;

function isName(name: string): boolean {
  return !/^(?:_.*|operator.*|void|char|short|int|long|float|double|signed|unsigned|const|)$/.test(
    name,
  );
}

function isType(name: string): boolean {
  return /^(?:Struct|Union|Enum|Class)Specifier$/.test(name);
}

function bodyOf(node: SyntaxNode): SyntaxNode | null {
  return node.getChild('FieldDeclarationList') ?? node.getChild('EnumeratorList');
}
