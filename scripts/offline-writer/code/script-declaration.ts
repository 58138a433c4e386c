import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Declaration, type Member } from './declaration.ts';
import { scriptDoc } from './doc-comment.ts';
import { childrenOf, placeOf, signatureOf, type SourceFile } from './syntax.ts';

const maxTypeLines = 16;
const maxValue = 88;

/** What a statement or expression declares. `outer` has the comment; `fallback` names a default. */
export function describe(
  file: SourceFile,
  node: SyntaxNode,
  outer: SyntaxNode,
  fallback = '',
): Declaration[] {
  const base = { doc: scriptDoc(file, outer), ...placeOf(file, outer) };
  const named = node.getChild('VariableDefinition') ?? node.getChild('TypeDefinition');
  const name = named ? file.text.slice(named.from, named.to) : fallback;
  const make = (kind: Declaration['kind'], signature: string, members: Member[] = []) => [
    { ...base, name, kind, signatures: [signature], members },
  ];
  const list = node.getChild('ParamList');
  switch (node.name) {
    case 'AmbientDeclaration':
      return childrenOf(node).flatMap((child) => describe(file, child, outer));
    case 'FunctionDeclaration':
    case 'AmbientFunctionDeclaration':
      return make('function', signatureOf(file, node.from, headEnd(node), list));
    case 'ArrowFunction':
    case 'FunctionExpression':
    case 'Property': {
      const from = (node.getChild('TypeParamList') ?? list ?? node).from;
      return make('function', `function ${name}${signatureOf(file, from, headEnd(node), list)}`);
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const body = node.getChild('ClassBody');
      const head = file.flat(node.from, body?.from ?? node.to);
      return make('class', head, membersOf(file, body));
    }
    case 'InterfaceDeclaration':
    case 'TypeAliasDeclaration':
      return make('type', ...describeType(file, node));
    case 'EnumDeclaration':
    case 'NamespaceDeclaration':
      return make('type', short(file, node, node.getChild('EnumBody') ?? node.getChild('Block')));
    case 'VariableDeclaration':
      return describeVariables(file, node).map((variable) => ({ ...base, ...variable }));
    default:
      return [];
  }
}

/** The end of a function without its body. */
function headEnd(node: SyntaxNode): number {
  return (node.getChild('Arrow') ?? node.getChild('Block'))?.from ?? node.to;
}

type Variable = Pick<Declaration, 'name' | 'kind' | 'signatures' | 'members'>;

function describeVariables(file: SourceFile, node: SyntaxNode): Variable[] {
  const keyword = file.text.slice(node.from, node.firstChild?.to);
  const children = childrenOf(node);
  return node.getChildren('VariableDefinition').map((definition) => {
    const after = children.slice(children.indexOf(definition) + 1);
    const parts = after.slice(0, after.findIndex(({ name }) => /^[,;]$/.test(name)) >>> 0);
    const value = parts.find((_, at) => parts[at - 1]?.name === 'Equals');
    const isFunction = /^(?:ArrowFunction|FunctionExpression)$/.test(value?.name ?? '');
    const end = parts.at(-1)?.to ?? definition.to;
    const whole = `${keyword} ${file.flat(definition.from, end)}`;
    const typed = parts.find(({ name }) => name === 'TypeAnnotation') ?? definition;
    const brief = `${keyword} ${file.flat(definition.from, typed.to)}`;
    const head =
      isFunction && value
        ? signatureOf(file, definition.from, headEnd(value), value.getChild('ParamList'))
        : '';
    const body = value?.getChild('ClassBody');
    return {
      name: file.text.slice(definition.from, definition.to),
      kind: isFunction ? 'function' : body ? 'class' : 'value',
      signatures: [isFunction ? `${keyword} ${head}` : whole.length <= maxValue ? whole : brief],
      members: membersOf(file, body ?? null),
    };
  });
}

/** A small type is shown whole, of another one the head, and its properties as members. */
function describeType(file: SourceFile, node: SyntaxNode): [string, Member[]] {
  const body =
    node.getChild('ObjectType') ??
    node.getChild('IntersectionType')?.getChild('ObjectType') ??
    null;
  const members = membersOf(file, body);
  const isSpoken = members.some(({ doc }) => doc !== noDoc);
  return isSpoken ? [short(file, node, body, 0), members] : [short(file, node, body), []];
}

/** The code of a type, with `…` for a body that has more than some lines. */
function short(
  file: SourceFile,
  node: SyntaxNode,
  body: SyntaxNode | null,
  most = maxTypeLines,
): string {
  const code = file.text.slice(node.from, node.to).replace(/;$/, '');
  if (code.split('\n').length <= most) return code;
  if (!body) return code.split('\n').slice(0, most).join('\n') + '\n  …';
  const tail = file.text.slice(body.to, node.to).replace(/;$/, '');
  return `${file.flat(node.from, body.from)} { … }${tail}`;
}

/** Public methods, accessors and properties; overloads once. */
function membersOf(file: SourceFile, body: SyntaxNode | null): Member[] {
  const members = new Map<string, Member>();
  for (const node of childrenOf(body)) {
    if (!/^(?:Method|Property)(?:Declaration|Type)$|^CallSignature$/.test(node.name)) continue;
    const definition = node.getChild('PropertyDefinition');
    const name = definition ? file.text.slice(definition.from, definition.to) : '';
    const privacy = node.getChild('Privacy');
    const isPrivate = privacy !== null && file.text.slice(privacy.from, privacy.to) !== 'public';
    if (isPrivate || name.startsWith('_') || (name === '' && node.name !== 'CallSignature'))
      continue;
    if (members.has(name)) continue;
    const value = node.getChild('Equals');
    const to = Math.min(headEnd(node), value?.from ?? node.to);
    const signature = file.flat(node.from, to).replace(/^(?:public |override )+|[\s;,]+$/g, '');
    members.set(name, { name, signature, doc: scriptDoc(file, node), ...placeOf(file, node) });
  }
  return [...members.values()];
}
