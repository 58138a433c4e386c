import type { SyntaxNode } from '@lezer/common';
import { noDoc, type Declaration, type Doc, type Member, type ModuleApi } from './declaration.ts';
import { childrenOf, commentAbove, placeOf, signatureOf, type SourceFile } from './syntax.ts';

export interface GoFile extends ModuleApi {
  /** The name in the package clause. */
  readonly name: string;
  /** Methods by type, which may be declared in another file of the package. */
  readonly methods: ReadonlyMap<string, readonly Member[]>;
}

/** The exported names of a Go file. */
export function readGoFile(file: SourceFile): GoFile {
  const declarations: Declaration[] = [];
  const methods = new Map<string, Member[]>();
  const clause = file.nodes.find(({ name }) => name === 'PackageClause');
  for (const node of file.nodes) {
    if (node.name === 'MethodDecl') {
      const [receiver, list] = node.getChildren('Parameters');
      const owner =
        /(\w+)(?:\[[^\]]*\])?\s*\)?$/.exec(
          receiver ? file.flat(receiver.from, receiver.to) : '',
        )?.[1] ?? '';
      const member = memberOf(file, node, file.flat(list?.from ?? node.to, bodyStart(node)));
      if (member) methods.set(owner, [...(methods.get(owner) ?? []), member]);
    } else if (node.name === 'FunctionDecl') {
      const signature = signatureOf(file, node.from, bodyStart(node), node.getChild('Parameters'));
      add(node, node, 'function', signature);
    } else if (/^(?:Type|Const|Var)Decl$/.test(node.name)) {
      const list = node.getChild('SpecList');
      const keyword = node.name.slice(0, -4).toLowerCase();
      for (const spec of childrenOf(list ?? node)) {
        if (!spec.name.endsWith('Spec')) continue;
        const outer = list ? spec : node;
        if (keyword === 'type') {
          const [code, fields] = describeType(file, spec);
          add(spec, outer, 'type', `type ${code}`, fields);
        } else add(spec, outer, 'value', `${keyword} ${brief(file.flat(spec.from, spec.to))}`);
      }
    }
  }
  const about = clause ? docOf(commentAbove(file, clause)).text : '';
  return {
    path: file.path,
    about: /copyright|license/i.test(about.slice(0, 300)) ? '' : about,
    declarations,
    exports: declarations.map(({ name }) => ({ name, local: name })),
    imports: [],
    ...{ name: clause ? file.flat(clause.from, clause.to).replace('package ', '') : '', methods },
  };

  function add(
    node: SyntaxNode,
    outer: SyntaxNode,
    kind: Declaration['kind'],
    signature: string,
    members: readonly Member[] = [],
  ) {
    const doc = docOf(commentAbove(file, outer));
    const base = { kind, doc, ...placeOf(file, node), members };
    for (const { from, to } of node.getChildren('DefName')) {
      const name = file.text.slice(from, to);
      if (/^\p{Lu}/u.test(name)) declarations.push({ ...base, name, signatures: [signature] });
    }
  }
}

function bodyStart(node: SyntaxNode): number {
  return node.getChild('Block')?.from ?? node.to;
}

function brief(code: string): string {
  return code.length <= 88 ? code : code.replace(/\s*=.*$/, '');
}

const maxTypeLines = 16;

/** A small struct or interface is shown whole; of another one, the public fields are members. */
function describeType(file: SourceFile, spec: SyntaxNode): [string, Member[]] {
  const body = bodyOf(spec);
  if (!body) return [brief(file.flat(spec.from, spec.to)), []];
  const fields = fieldsOf(file, spec);
  const code = file.text.slice(spec.from, spec.to);
  const isWhole =
    fields.length === childrenOf(body).length - 2 &&
    fields.every(({ doc }) => doc === noDoc) &&
    code.split('\n').length <= maxTypeLines;
  return isWhole ? [code, []] : [`${file.flat(spec.from, body.from)} { … }`, fields];
}

function bodyOf(spec: SyntaxNode): SyntaxNode | null {
  const type = spec.getChild('StructType') ?? spec.getChild('InterfaceType');
  return type?.getChild('StructBody') ?? type?.getChild('InterfaceBody') ?? null;
}

function fieldsOf(file: SourceFile, spec: SyntaxNode): Member[] {
  return childrenOf(bodyOf(spec)).flatMap((node) =>
    /^(?:FieldDecl|MethodElem)$/.test(node.name) ? (memberOf(file, node) ?? []) : [],
  );
}

function memberOf(file: SourceFile, node: SyntaxNode, parameters?: string): Member | undefined {
  const named = node.getChild('FieldName');
  const name = named ? file.text.slice(named.from, named.to) : '';
  if (!/^\p{Lu}/u.test(name)) return undefined;
  const signature = parameters === undefined ? file.flat(node.from, node.to) : name + parameters;
  return { name, signature, doc: docOf(commentAbove(file, node)), ...placeOf(file, node) };
}

/** Go's comments are plain text: indented lines are code, `[Name]` is a link to a declaration. */
function docOf(comment: string): Doc {
  if (comment === '') return noDoc;
  const lines = comment.split('\n').filter((line) => !/^(?:go:|nolint|\+build)/.test(line));
  const deprecated = lines.find((line) => line.startsWith('Deprecated:'));
  const text = lines
    .filter((line) => line !== deprecated)
    .map((line) =>
      /^\t|^ {2,}(?![-*\d ])/.test(line)
        ? `    ${line.trimStart()}`
        : line.replace(/\[(\*?[A-Z][\w.]*)\](?![([:])/g, '`$1`'),
    );
  return {
    ...noDoc,
    text: text.join('\n').trim(),
    deprecated: deprecated?.slice('Deprecated:'.length).trim(),
  };
}
