import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Declaration, type Doc, type Member, type ModuleApi } from './declaration.ts';
import { brief, childrenOf, commentAbove, signatureOf, type SourceFile } from './syntax.ts';

export interface GoFile extends ModuleApi {
  /** The name in the package clause. */
  readonly name: string;
  /** Methods by type, which may be declared in another file of the package. */
  readonly methods: ReadonlyMap<string, readonly Member[]>;
}

const maxTypeLines = 16;

/** The exported names of a Go file. */
export function readGoFile(file: SourceFile): GoFile {
  const { flat, nodes } = file;
  const declarations = new Map<string, Declaration>();
  const methods = new Map<string, Member[]>();
  const clause = nodes.find(({ name }) => name === 'PackageClause');
  for (const node of nodes) {
    const body = node.getChild('Block')?.from ?? node.to;
    const [first, second] = node.getChildren('Parameters');
    if (node.name === 'MethodDecl') {
      const owner = /(\w+)(?:\[[^\]]*\])?\)$/.exec(flat(first))?.[1] ?? '';
      const own = methods.get(owner) ?? [];
      if (second) own.push(...memberOf(file, node, flat({ from: second.from, to: body })));
      methods.set(owner, own);
    } else if (node.name === 'FunctionDecl') {
      declare(node, node, 'function', signatureOf(file, node, body, first ?? null));
    } else if (/^(?:Type|Const|Var)Decl$/.test(node.name)) {
      const keyword = node.name.slice(0, -4).toLowerCase();
      const list = node.getChild('SpecList');
      for (const spec of childrenOf(list ?? node)) {
        if (!spec.name.endsWith('Spec')) continue;
        const [code, members] =
          keyword === 'type' ? describeType(file, spec) : [brief(flat(spec)), []];
        const kind = keyword === 'type' ? 'type' : 'value';
        declare(spec, list ? spec : node, kind, `${keyword} ${code}`, members);
      }
    }
  }
  const about = clause ? docOf(commentAbove(file, clause)).text : '';
  return {
    declarations,
    methods,
    exports: [],
    imports: [],
    about: /copyright|license/i.test(about.slice(0, 300)) ? '' : about,
    name: flat(clause).replace('package ', ''),
  };

  function declare(
    node: SyntaxNode,
    outer: SyntaxNode,
    kind: Declaration['kind'],
    signature: string,
    members: readonly Member[] = [],
  ) {
    const doc = docOf(commentAbove(file, outer));
    const base = { kind, doc, ...file.placeOf(node), members, signatures: [signature] };
    for (const name of node.getChildren('DefName').map((each) => flat(each))) {
      if (isExported(name)) declarations.set(name, { ...base, name });
    }
  }
}

/** A small struct or interface is shown whole; of another one, the public fields are members. */
function describeType(file: SourceFile, spec: SyntaxNode): [string, Member[]] {
  const type = spec.getChild('StructType') ?? spec.getChild('InterfaceType');
  const body = type?.getChild('StructBody') ?? type?.getChild('InterfaceBody');
  if (!body) return [brief(file.flat(spec)), []];
  const parts = childrenOf(body);
  const fields = parts.flatMap((node) =>
    /^(?:FieldDecl|MethodElem)$/.test(node.name) ? memberOf(file, node) : [],
  );
  const code = file.text.slice(spec.from, spec.to);
  const isWhole = fields.length === parts.length - 2 && code.split('\n').length <= maxTypeLines;
  if (isWhole && fields.every(({ doc }) => doc === noDoc)) return [code, []];
  return [`${file.flat({ from: spec.from, to: body.from })} { … }`, fields];
}

function memberOf(file: SourceFile, node: SyntaxNode, parameters?: string): Member[] {
  const name = file.flat(node.getChild('FieldName'));
  if (!isExported(name)) return [];
  const signature = parameters === undefined ? file.flat(node) : name + parameters;
  return [{ name, signature, doc: docOf(commentAbove(file, node)), ...file.placeOf(node) }];
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** Go's comments are plain text: indented lines are code, `[Name]` is a link to a declaration. */
function docOf(comment: string): Doc {
  if (comment === '') return noDoc;
  const lines = comment.split('\n').filter((line) => !/^(?:go:|nolint|\+build)/.test(line));
  const deprecated = lines.find((line) => line.startsWith('Deprecated:'));
  const text = lines.map((line) => {
    if (line === deprecated) return '';
    if (/^\t|^ {2,}(?![-*\d ])/.test(line)) return `    ${line.trimStart()}`;
    return line.replace(/\[(\*?[A-Z][\w.]*)\](?![([:])/g, '`$1`');
  });
  const isOld = deprecated !== undefined && {
    deprecated: deprecated.slice('Deprecated:'.length).trim(),
  };
  return { ...noDoc, text: text.join('\n').trim(), ...isOld };
}
