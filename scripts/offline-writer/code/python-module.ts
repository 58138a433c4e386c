import type { SyntaxNode } from '@lezer/common';
import {
  noDoc,
  type Declaration,
  type Export,
  type Member,
  type ModuleApi,
} from './declaration.ts';
import { attributeDoc, docOf } from './docstring.ts';
import { brief, childrenOf, signatureOf, type SourceFile } from './syntax.ts';
import { fileOf } from '../repository/repository.ts';

const maxOverloads = 50;

/** A Python module. Its exports are the names of `__all__`, or those without an underscore; a
 * package exports also what it imports from its own modules. */
export function readPythonModule(file: SourceFile): ModuleApi {
  const { nodes, path, text } = file;
  const declared = new Map<string, Declaration>();
  const names: Export[] = [];
  let publicNames: ReadonlySet<string> | undefined;
  for (const statement of statementsOf(file, nodes)) {
    const { node, name, decorators } = statement;
    if (node.name === 'ImportStatement') names.push(...importsOf(file.flat(node)));
    if (name === '__all__') {
      const own = text.slice(node.from, node.to).match(/(?<=["'])\w+(?=["'])/g) ?? [];
      publicNames = new Set([...(publicNames ?? []), ...own]);
    }
    const declaration = declarationOf(file, statement);
    if (!declaration) continue;
    const before = declared.get(name);
    if (!before) names.push({ name, local: name });
    declared.set(
      name,
      before ? join(before, declaration, decorators.includes('overload')) : declaration,
    );
  }
  const isPackage = fileOf(path) === '__init__.py';
  /** A variable without documentation says little. */
  const isSaid = (each?: Declaration) => each?.kind !== 'value' || each.doc !== noDoc;
  const isPublic = ({ name, from }: Export) =>
    !name.startsWith('_') && (from === undefined ? isSaid(declared.get(name)) : isPackage);
  return {
    about: docOf(
      file,
      nodes.find(({ name }) => name !== 'Comment'),
    ).text,
    declarations: declared,
    exports: publicNames ? names : names.filter(isPublic),
    ...(publicNames && { listed: publicNames }),
    imports: names.filter(({ from }) => from !== undefined),
  };
}

interface Statement {
  readonly node: SyntaxNode;
  /** What it defines, or empty. */
  readonly name: string;
  /** Their last names, without arguments. */
  readonly decorators: readonly string[];
}

/** Statements, also those below `if` and `try`. */
function statementsOf(file: SourceFile, nodes: readonly SyntaxNode[]): Statement[] {
  return nodes.flatMap((outer) => {
    if (outer.name === 'IfStatement' || outer.name === 'TryStatement') {
      return outer.getChildren('Body').flatMap((body) => statementsOf(file, childrenOf(body)));
    }
    const isDecorated = outer.name === 'DecoratedStatement';
    const node = (isDecorated ? outer.lastChild : undefined) ?? outer;
    const isNamed = /^(?:Function|Class)Definition$|^(?:Assign|Update)Statement$/.test(node.name);
    const name = isNamed ? file.flat(node.getChild('VariableName')) : '';
    const decorators = outer
      .getChildren('Decorator')
      .map((each) => /(\w+)\s*(?:\(|$)/.exec(file.flat(each))?.[1] ?? '');
    return [{ node, name, decorators }];
  });
}

/** `from .module import name as other`. */
function importsOf(code: string): Export[] {
  const [, from, list = ''] = /^from\s+([\w.]+)\s+import\s+\(?([^()]*)/.exec(code) ?? [];
  if (from === undefined) return [];
  return list.split(',').flatMap((part) => {
    const [, local, name] = /^\s*(\w+|\*)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
    return local === undefined ? [] : [{ name: name ?? local, local, from }];
  });
}

function declarationOf(file: SourceFile, { node, name }: Statement): Declaration | undefined {
  const base = { name, ...file.placeOf(node), members: [] };
  const body = node.getChild('Body');
  if (node.name === 'FunctionDefinition') {
    return { ...base, kind: 'function', signatures: [head(file, node)], doc: docOf(file, body) };
  }
  if (node.name === 'AssignStatement' && node.firstChild?.name === 'VariableName') {
    const signatures = [brief(file.flat(node), ' = …')];
    return { ...base, kind: 'value', signatures, doc: attributeDoc(file, node) };
  }
  if (node.name !== 'ClassDefinition') return undefined;
  const inner = statementsOf(file, childrenOf(body));
  const init = inner.find((each) => each.name === '__init__')?.node;
  const call = init && head(file, init).replace(/^def \w+\((\s*)self,?\s*/, `${name}($1`);
  const own = docOf(file, body);
  const { parameters } = own.parameters.length > 0 ? own : docOf(file, init?.getChild('Body'));
  const isList = /\b(?:Enum|Flag|NamedTuple)\b/.test(head(file, node));
  return {
    ...base,
    kind: 'class',
    signatures: [head(file, node), ...(call ? [call.replace(/ -> None$/, '')] : [])],
    doc: parameters.length > 0 ? { ...own, parameters } : own,
    members: membersOf(file, inner, isList),
  };
}

function head(file: SourceFile, node: SyntaxNode): string {
  const list = node.getChild('ParamList') ?? node.getChild('ArgList');
  return signatureOf(file, node, node.getChild('Body')?.from ?? node.to, list);
}

/** The implementation of overloads has their documentation, and its own signature is private. */
function join(before: Declaration, declaration: Declaration, isOverload: boolean): Declaration {
  const isMany = !isOverload || before.signatures.length >= maxOverloads;
  const signatures = isMany ? before.signatures : [...before.signatures, ...declaration.signatures];
  return { ...before, signatures, doc: before.doc === noDoc ? declaration.doc : before.doc };
}

function membersOf(file: SourceFile, statements: readonly Statement[], isList: boolean): Member[] {
  const members = new Map<string, Member>();
  for (const { node, name, decorators } of statements) {
    const isMethod = node.name === 'FunctionDefinition';
    if (name === '' || members.has(name) || (name.startsWith('_') && name !== '__call__')) continue;
    const doc = isMethod ? docOf(file, node.getChild('Body')) : attributeDoc(file, node);
    const isField = isList || doc !== noDoc || node.getChild('TypeDef') !== null;
    if (!isMethod && (node.name !== 'AssignStatement' || !isField)) continue;
    const code = file.flat({ from: node.from, to: node.getChild('Body')?.from ?? node.to });
    const signature = decorators.some((each) => each.endsWith('property'))
      ? code.replace(/^(?:async )?def (\w+)\([^()]*\)(?: ->)?/, (_, own: string) => `${own}:`)
      : code.replace(/^(async )?def /, '$1').replace(/\((?:self|cls)(?:,\s*|(?=\)))/, '(');
    members.set(name, { name, signature: signature.replace(/:$/, ''), doc, ...file.placeOf(node) });
  }
  return [...members.values()];
}
