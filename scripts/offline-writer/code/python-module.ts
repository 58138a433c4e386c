import type { SyntaxNode } from '@lezer/common';
import {
  noDoc,
  type Declaration,
  type Export,
  type Member,
  type ModuleApi,
} from './declaration.ts';
import { attributeDoc, docOf } from './docstring.ts';
import { childrenOf, placeOf, signatureOf, type SourceFile } from './syntax.ts';
import { fileOf } from '../repository.ts';

/** A Python module. Its exports are the names of `__all__`, or those without an underscore; a
 * package exports also what it imports from its own modules. */
export function readPythonModule(file: SourceFile): ModuleApi {
  const declared = new Map<string, Declaration>();
  const names: Export[] = [];
  let listed: Set<string> | undefined;
  for (const { node, decorators } of statementsOf(file, file.nodes)) {
    if (node.name === 'ImportStatement') {
      names.push(...importsOf(file.flat(node.from, node.to)));
      continue;
    }
    const name = nameOf(file, node);
    if (name === '__all__') {
      const texts = file.text.slice(node.from, node.to).match(/(?<=["'])\w+(?=["'])/g) ?? [];
      listed = new Set([...(listed ?? []), ...texts]);
    }
    const made = declarationOf(file, node, name);
    if (!made) continue;
    const before = declared.get(name);
    if (!before) names.push({ name, local: name });
    declared.set(name, before ? joined(before, made, decorators.includes('overload')) : made);
  }
  const isPackage = fileOf(file.path) === '__init__.py';
  const exports = names.filter(({ name, from }) => {
    if (listed) return true;
    if (from !== undefined) return isPackage && !name.startsWith('_');
    return isOffered(declared.get(name) as Declaration);
  });
  const first = file.nodes.find(({ name }) => name !== 'Comment');
  return {
    path: file.path,
    about: docOf(file, first).text,
    declarations: [...declared.values()],
    exports,
    ...(listed && { listed }),
    imports: names.filter(({ from }) => from !== undefined),
  };
}

interface Statement {
  readonly node: SyntaxNode;
  /** Their last names, without arguments. */
  readonly decorators: readonly string[];
}

/** Statements, also those below `if` and `try`. */
function statementsOf(file: SourceFile, nodes: readonly SyntaxNode[]): Statement[] {
  return nodes.flatMap((node) => {
    if (node.name === 'IfStatement' || node.name === 'TryStatement') {
      return node.getChildren('Body').flatMap((body) => statementsOf(file, childrenOf(body)));
    }
    const inner = node.getChild('FunctionDefinition') ?? node.getChild('ClassDefinition');
    const decorators = node
      .getChildren('Decorator')
      .map(({ from, to }) => /(\w+)\s*(?:\(|$)/.exec(file.flat(from, to))?.[1] ?? '');
    return [{ node: inner && decorators.length > 0 ? inner : node, decorators }];
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

function nameOf({ text }: SourceFile, node: SyntaxNode): string {
  const named = node.getChild('VariableName');
  const isNamed = /^(?:Function|Class)Definition$|^(?:Assign|Update)Statement$/.test(node.name);
  return named && isNamed ? text.slice(named.from, named.to) : '';
}

function declarationOf(file: SourceFile, node: SyntaxNode, name: string): Declaration | undefined {
  const base = { name, ...placeOf(file, node), members: [] };
  const body = node.getChild('Body');
  switch (node.name) {
    case 'FunctionDefinition':
      return { ...base, kind: 'function', signatures: [head(file, node)], doc: docOf(file, body) };
    case 'ClassDefinition': {
      const inner = statementsOf(file, childrenOf(body));
      const init = inner.find((each) => nameOf(file, each.node) === '__init__')?.node;
      const own = docOf(file, body);
      const made = init ? docOf(file, init.getChild('Body')) : noDoc;
      const call = init
        ? [
            head(file, init)
              .replace(/^def \w+\((\s*)self,?\s*/, `${name}($1`)
              .replace(/ -> None$/, ''),
          ]
        : [];
      return {
        ...base,
        kind: 'class',
        signatures: [head(file, node), ...call],
        doc: own.parameters.length > 0 ? own : { ...own, parameters: made.parameters },
        members: membersOf(file, inner, /\b(?:Enum|Flag|NamedTuple)\b/.test(head(file, node))),
      };
    }
    case 'AssignStatement': {
      if (node.firstChild?.name !== 'VariableName') return undefined;
      const whole = file.flat(node.from, node.to);
      const signature = whole.length <= 88 ? whole : whole.replace(/\s*=.*$/, ' = …');
      return { ...base, kind: 'value', signatures: [signature], doc: attributeDoc(file, node) };
    }
    default:
      return undefined;
  }
}

function head(file: SourceFile, node: SyntaxNode): string {
  const list = node.getChild('ParamList') ?? node.getChild('ArgList');
  return signatureOf(file, node.from, node.getChild('Body')?.from ?? node.to, list);
}

/** The implementation of overloads has their documentation, and its own signature is private. */
function joined(before: Declaration, made: Declaration, isOverload: boolean): Declaration {
  return {
    ...before,
    signatures: isOverload ? [...before.signatures, ...made.signatures] : before.signatures,
    doc: before.doc === noDoc ? made.doc : before.doc,
  };
}

/** A variable without documentation is public only as a constant. */
function isOffered({ name, kind, doc, signatures }: Declaration): boolean {
  if (name.startsWith('_')) return false;
  if (kind !== 'value' || doc !== noDoc) return true;
  return (
    /^[A-Z][A-Z0-9_]{2,}$/.test(name) &&
    !/=\s*[\w.]*(?:TypeVar|ParamSpec)\(/.test(signatures[0] ?? '')
  );
}

function membersOf(
  file: SourceFile,
  statements: readonly Statement[],
  hasValues: boolean,
): Member[] {
  const members = new Map<string, Member>();
  for (const { node, decorators } of statements) {
    const name = nameOf(file, node);
    const isMethod = node.name === 'FunctionDefinition';
    if (name === '' || members.has(name) || (name.startsWith('_') && name !== '__call__')) continue;
    const doc = isMethod ? docOf(file, node.getChild('Body')) : attributeDoc(file, node);
    const isField = hasValues || doc !== noDoc || node.getChild('TypeDef') !== null;
    if (!isMethod && (node.name !== 'AssignStatement' || !isField)) continue;
    const code = file.flat(node.from, node.getChild('Body')?.from ?? node.to);
    const isProperty = decorators.some((each) => /property$/.test(each));
    const signature = isProperty
      ? code
          .replace(/^(?:async )?def (\w+)\([^()]*\)(?: -> )?/, (_, own: string) => `${own}: `)
          .replace(/: $/, '')
      : code.replace(/^(async )?def /, '$1').replace(/\((?:self|cls)(?:,\s*|(?=\)))/, '(');
    members.set(name, { name, signature, doc, ...placeOf(file, node) });
  }
  return [...members.values()];
}
