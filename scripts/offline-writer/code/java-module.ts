import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Declaration, type Member } from './declaration.ts';
import { javaDoc } from './javadoc.ts';
import { brief, childrenOf, signatureOf, withoutMarks, type SourceFile } from './syntax.ts';

export interface JavaFile {
  readonly name: string;
  /** The comment of a package, from `package-info.java`. */
  readonly about: string;
  readonly declarations: readonly Declaration[];
}

const kinds: Readonly<Record<string, Declaration['kind']>> = {
  ClassDeclaration: 'class',
  EnumDeclaration: 'class',
  RecordDeclaration: 'class',
  InterfaceDeclaration: 'type',
  AnnotationTypeDeclaration: 'type',
};
const maxConstants = 600;
const shownAnnotations =
  /@(?:FunctionalInterface|Deprecated|Nullable|CheckForNull|CanIgnoreReturnValue)\b/;

/** The public types of a file, nested ones by their path, with their public and protected members. */
export function readJavaFile(file: SourceFile): JavaFile {
  const { flat, nodes, path } = file;
  const clause = nodes.find(({ name }) => name === 'PackageDeclaration');
  const isInfo = path.endsWith('/package-info.java');
  const declarations = nodes.flatMap((node) => typesIn(node, '', false));
  return {
    name: flat(clause).replace(/^.*?\bpackage\s+/, ''),
    about: clause && isInfo ? javaDoc(commentAt(clause)).text : '',
    declarations,
  };

  function typesIn(node: SyntaxNode, owner: string, isOpen: boolean): Declaration[] {
    const kind = kinds[node.name];
    if (kind === undefined || !(isOpen || isPublic(node))) return [];
    const place = file.placeOf(nameNode(node));
    const own = flat(node.getChild('Definition') ?? node.getChild('Identifier'));
    const body = childrenOf(node).find(({ name }) => name.endsWith('Body'));
    const name = owner + own;
    const isInterface = kind === 'type';
    const parts = childrenOf(body).flatMap((part) =>
      part.name === 'EnumBodyDeclarations' ? childrenOf(part) : [part],
    );
    const members = parts.flatMap((part) => membersOf(part, isInterface));
    const { doc, head: start } = describe(node, body?.from ?? node.to);
    const constants = members.filter(({ signature, name: each }) => signature === each);
    const isBare = constants.length > 0 && constants.every((each) => each.doc === noDoc);
    const list = constants.map((each) => each.name).join(', ');
    const head = isBare && list.length <= maxConstants ? `${start} { ${list} }` : start;
    const shown = head === start ? members : members.filter((each) => !constants.includes(each));
    const inner = parts.flatMap((part) => typesIn(part, `${name}.`, isInterface));
    const base = { name, kind, doc, ...place, signatures: [head], members: shown };
    return [base, ...inner];
  }

  function membersOf(node: SyntaxNode, isOpen: boolean): Member[] {
    if (node.name === 'EnumConstant') {
      const name = flat(node.getChild('Definition'));
      const { doc } = describe(node, node.to);
      return [{ name, signature: name, isMethod: false, doc, ...file.placeOf(node) }];
    }
    if (
      !/^(?:Method|Constructor|Field|Constant|AnnotationTypeElement)Declaration$/.test(node.name)
    ) {
      return [];
    }
    if (!isOpen && !isPublic(node)) return [];
    const isMethod = !/^(?:Field|Constant)/.test(node.name);
    const body = node.getChild('Block') ?? node.getChild('ConstructorBody');
    const { doc, head } = describe(node, body?.from ?? node.to);
    const base = { isMethod, doc, ...file.placeOf(nameNode(node)) };
    if (isMethod) return [{ ...base, name: flat(nameNode(node)), signature: head }];
    return node.getChildren('VariableDeclarator').map((variable) => {
      const name = flat(variable.getChild('Definition'));
      return { ...base, name, signature: brief(head, ' = …') };
    });
  }

  function describe(node: SyntaxNode, to: number) {
    const modifiers = childrenOf(node.getChild('Modifiers'));
    const annotations = modifiers.filter(({ name }) => name.endsWith('Annotation'));
    // Annotations for the compiler say nothing to a caller.
    const word = modifiers.find(({ name }) => !name.endsWith('Annotation'));
    const from =
      word?.from ?? (annotations.length > 0 ? start(annotations.at(-1)?.to ?? 0) : node.from);
    const shown = annotations
      .map((each) => flat(each))
      .filter((each) => shownAnnotations.test(each));
    const code = signatureOf(file, { from, to }, to, node.getChild('FormalParameters'));
    const own = javaDoc(commentAt(node));
    const isOld =
      shown.some((each) => each.startsWith('@Deprecated')) && own.deprecated === undefined;
    const doc = isOld ? { ...own, deprecated: '' } : own;
    const rest = shown.filter((each) => !each.startsWith('@Deprecated')).map((each) => `${each}\n`);
    return { doc, head: rest.join('') + code };
  }

  /** Only comments with two stars are documentation. */
  function commentAt(node: SyntaxNode): string {
    let above = node.prevSibling;
    while (above?.name.endsWith('Comment') && !file.text.startsWith('/**', above.from)) {
      above = above.prevSibling;
    }
    return above?.name === 'BlockComment'
      ? withoutMarks(file.text.slice(above.from, above.to))
      : '';
  }

  function start(from: number): number {
    return from + (/^\s*/.exec(file.text.slice(from, from + 500))?.[0].length ?? 0);
  }

  function isPublic(node: SyntaxNode): boolean {
    return childrenOf(node.getChild('Modifiers')).some(({ name }) =>
      /^(?:public|protected)$/.test(name),
    );
  }
}

function nameNode(node: SyntaxNode): SyntaxNode {
  return node.getChild('Definition') ?? node.getChild('Identifier') ?? node;
}
