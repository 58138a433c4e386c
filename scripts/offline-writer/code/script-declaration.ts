import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Declaration, type Member } from './declaration.ts';
import { scriptDoc } from './doc-comment.ts';
import { brief, childrenOf, signatureOf, type SourceFile } from './syntax.ts';

const maxTypeLines = 16;

/** What a statement or expression declares. `outer` has the comment; `fallback` names a default. */
export function describe(
  file: SourceFile,
  node: SyntaxNode,
  outer: SyntaxNode,
  fallback: string,
): Declaration[] {
  const base = { doc: scriptDoc(file, outer), ...file.placeOf(outer) };
  const name =
    file.flat(node.getChild('VariableDefinition') ?? node.getChild('TypeDefinition')) || fallback;
  const make = (kind: Declaration['kind'], signature: string, members: Member[] = []) => [
    { ...base, name, kind, signatures: [signature], members },
  ];
  const list = node.getChild('ParamList');
  switch (node.name) {
    case 'AmbientDeclaration':
      return childrenOf(node).flatMap((child) => describe(file, child, outer, fallback));
    case 'FunctionDeclaration':
    case 'AmbientFunctionDeclaration':
      return make('function', signatureOf(file, node, headEnd(node), list));
    case 'ArrowFunction':
    case 'FunctionExpression':
    case 'Property': {
      const start = node.getChild('TypeParamList') ?? list ?? node;
      return make('function', `function ${name}${signatureOf(file, start, headEnd(node), list)}`);
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const body = node.getChild('ClassBody');
      const head = { from: node.from, to: body?.from ?? node.to };
      return make('class', file.flat(head), membersOf(file, body));
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

function describeVariables(file: SourceFile, node: SyntaxNode) {
  const [keyword, ...children] = childrenOf(node);
  const variables: SyntaxNode[][] = [[]];
  for (const child of children) {
    if (child.name === ',') variables.push([]);
    else if (child.name !== ';') variables.at(-1)?.push(child);
  }
  return variables.flatMap((parts) => {
    const [definition] = parts;
    if (definition?.name !== 'VariableDefinition') return [];
    const { from } = definition;
    const value = parts.find((_, at) => parts[at - 1]?.name === 'Equals');
    const isFunction = value && /^(?:ArrowFunction|FunctionExpression)$/.test(value.name);
    const body = value?.getChild('ClassBody') ?? null;
    const code = isFunction
      ? signatureOf(file, definition, headEnd(value), value.getChild('ParamList'))
      : brief(file.flat({ from, to: parts.at(-1)?.to ?? from }));
    const kind: Declaration['kind'] = isFunction ? 'function' : body ? 'class' : 'value';
    const signatures = [`${file.flat(keyword)} ${code}`];
    return [{ name: file.flat(definition), kind, signatures, members: membersOf(file, body) }];
  });
}

/** A small type is shown whole; of another one, the described properties are members. */
function describeType(file: SourceFile, node: SyntaxNode): [string, Member[]] {
  const type = node.getChild('IntersectionType') ?? node;
  const body = type.getChild('ObjectType');
  const members = membersOf(file, body);
  const isSpoken = members.some(({ doc }) => doc !== noDoc);
  return isSpoken ? [short(file, node, body, 0), members] : [short(file, node, body), []];
}

/** The code of a type, with `…` for a body that has more than some lines. */
function short(
  { flat, text }: SourceFile,
  { from, to }: SyntaxNode,
  body: SyntaxNode | null,
  most = maxTypeLines,
): string {
  const code = text.slice(from, to).replace(/;$/, '');
  const lines = code.split('\n');
  if (lines.length <= most) return code;
  if (!body) return [...lines.slice(0, maxTypeLines), '  …'].join('\n');
  return `${flat({ from, to: body.from })} { … } ${flat({ from: body.to, to })}`.trim();
}

/** Public methods, accessors and properties; overloads once. */
function membersOf(file: SourceFile, body: SyntaxNode | null): Member[] {
  const members = new Map<string, Member>();
  for (const node of childrenOf(body)) {
    if (!/^(?:Method|Property)(?:Declaration|Type)$|^CallSignature$/.test(node.name)) continue;
    const name = file.flat(node.getChild('PropertyDefinition'));
    const isPrivate = /^(?:private|protected)$/.test(file.flat(node.getChild('Privacy')));
    const isNamed = name !== '' || node.name === 'CallSignature';
    if (isPrivate || !isNamed || name.startsWith('_') || members.has(name)) continue;
    const to = Math.min(headEnd(node), node.getChild('Equals')?.from ?? node.to);
    const code = file.flat({ from: node.from, to });
    const signature = code.replace(/^(?:public |override )+|,$/g, '');
    members.set(name, { name, signature, doc: scriptDoc(file, node), ...file.placeOf(node) });
  }
  return [...members.values()];
}
