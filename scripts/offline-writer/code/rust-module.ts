import type { SyntaxNode } from '@lezer/common';
import {
  noDoc,
  type Declaration,
  type Export,
  type Member,
  type ModuleApi,
} from './declaration.ts';
import { docAttribute, docLine, rustDoc, toMarkdown, type Surroundings } from './rust-doc.ts';
import { brief, childrenOf, signatureOf, type SourceFile } from './syntax.ts';

export interface RustModule extends ModuleApi {
  readonly about: string;
  readonly declarations: Map<string, Declaration>;
  readonly exports: Export[];
  readonly children: ReadonlyMap<string, RustChild>;
  /** Methods and constants by type, which may be declared in another module. */
  readonly methods: ReadonlyMap<string, readonly Member[]>;
  /** Traits by type. */
  readonly traits: ReadonlyMap<string, readonly string[]>;
  /** They are names of the crate, wherever they are written. */
  readonly macros: readonly Declaration[];
}

export interface RustChild {
  readonly isPublic: boolean;
  readonly about: string;
  /** Undefined: it has a file of its own. */
  readonly nodes?: readonly SyntaxNode[];
  /** The file that an attribute names. */
  readonly path?: string;
}

const maxTypeLines = 16;
const maxUses = 2_000;
const items: Readonly<Record<string, Declaration['kind']>> = {
  FunctionItem: 'function',
  StructItem: 'type',
  EnumItem: 'type',
  UnionItem: 'type',
  TraitItem: 'type',
  TypeItem: 'type',
  ConstItem: 'value',
  StaticItem: 'value',
};

export function readRustModule(file: SourceFile): RustModule {
  const { flat, nodes } = file;
  const declarations = new Map<string, Declaration>();
  const exports: Export[] = [];
  const imports: Export[] = [];
  const macros: Declaration[] = [];
  const children = new Map<string, RustChild>();
  const methods = new Map<string, Member[]>();
  const traits = new Map<string, string[]>();
  for (const [item, around] of itemsOf(file, nodes)) {
    const name = nameOf(file, item);
    const kind = items[item.name];
    const isPublic = flat(item.getChild('Vis')) === 'pub';
    const base = { name, ...file.placeOf(item), doc: rustDoc(around) };
    if (item.name === 'ModItem') {
      const body = item.getChild('DeclarationList');
      const path = around.attributes.flatMap(
        (each) => /^path\s*=\s*"([^"]+)"$/.exec(each)?.[1] ?? [],
      )[0];
      children.set(name, {
        isPublic,
        about: base.doc.text,
        ...(body && { nodes: childrenOf(body) }),
        ...(path !== undefined && { path }),
      });
    } else if (item.name === 'UseDeclaration') {
      const uses = expandUse(flat(item).replace(/^.*?\buse\s+/, ''));
      if (imports.length >= maxUses) continue;
      imports.push(...uses);
      if (isPublic) exports.push(...uses);
    } else if (item.name === 'ImplItem') readImpl(item);
    else if (item.name === 'MacroDefinition') {
      if (!around.attributes.some((each) => each.startsWith('macro_export'))) continue;
      macros.push({ ...base, kind: 'macro', signatures: [macroCode(name, item)], members: [] });
    } else if (kind !== undefined && isPublic) {
      const macro = kind === 'function' ? proceduralMacro(name, around) : undefined;
      if (macro) macros.push({ ...base, ...macro, kind: 'macro', members: [] });
      else {
        const [signature, members] = describe(item);
        declarations.set(name, { ...base, kind, signatures: [signature], members });
        exports.push({ name, local: name });
      }
      for (const derive of around.attributes) addTraits(name, /^derive\((.*)\)$/.exec(derive)?.[1]);
    }
  }
  const inner = nodes.flatMap(({ name, from, to }) =>
    name.endsWith('Comment') ? (docLine(file.text.slice(from, to), true) ?? []) : [],
  );
  const about = toMarkdown(inner.join('\n'));
  return { about, declarations, exports, imports, children, methods, traits, macros };

  function addTraits(type: string, list = '') {
    const names = list.split(/,(?![^<(]*[>)])/).map((each) => each.trim());
    listOf(traits, type).push(...names.filter(Boolean));
  }

  function readImpl(item: SyntaxNode) {
    const parts = childrenOf(item).filter(
      ({ name }) => !/^(?:impl|unsafe|TypeParamList)$/.test(name),
    );
    const at = parts.findIndex(({ name }) => name === 'for');
    const type =
      flat(parts[at + 1])
        .split('<')[0]
        ?.split('::')
        .at(-1) ?? '';
    if (at !== -1)
      return addTraits(type, flat({ from: parts[0]?.from ?? 0, to: parts[at]?.from ?? 0 }));
    const own = membersIn(item.getChild('DeclarationList'), false);
    listOf(methods, type).push(...own);
  }

  function membersIn(body: SyntaxNode | null, isTrait: boolean): Member[] {
    return itemsOf(file, childrenOf(body)).flatMap(([item, around]): Member[] => {
      const isPublic = isTrait || flat(item.getChild('Vis')) === 'pub';
      if (!isPublic || !/^(?:FunctionItem|ConstItem|AssociatedType)$/.test(item.name)) return [];
      const isMethod = item.name === 'FunctionItem';
      const base = { name: nameOf(file, item), doc: rustDoc(around), ...file.placeOf(item) };
      return [{ ...base, isMethod, signature: isMethod ? head(item) : flat(item) }];
    });
  }

  function head(item: SyntaxNode): string {
    const to = item.getChild('Block')?.from ?? item.to;
    return signatureOf(file, item, to, item.getChild('ParamList'));
  }

  function describe(item: SyntaxNode): [string, Member[]] {
    if (item.name === 'FunctionItem') return [head(item), []];
    const fields = item.getChild('FieldDeclarationList') ?? item.getChild('EnumVariantList');
    const tuple = item.getChild('OrderedFieldDeclarationList');
    const body = item.getChild('DeclarationList') ?? fields;
    if (!body && tuple) {
      const types = childrenOf(tuple).filter(({ name }) => /Type|Identifier/.test(name));
      const isOpen = tuple.getChildren('Vis').length === types.length;
      const rest = { from: tuple.to, to: item.to };
      return [
        isOpen ? flat(item) : `${flat({ from: item.from, to: tuple.from })}(…)${flat(rest)}`,
        [],
      ];
    }
    if (!body) return [brief(flat(item), ' = …'), []];
    const short = `${flat({ from: item.from, to: body.from })} { … }`;
    if (!fields) return [short, membersIn(body, true)];
    const all = itemsOf(file, childrenOf(fields)).filter(([{ name }]) =>
      /Field|Variant/.test(name),
    );
    const members = all.flatMap(([field, around]): Member[] => {
      const isOpen = field.name === 'EnumVariant' || flat(field.getChild('Vis')) === 'pub';
      if (!isOpen || around.attributes.includes('doc(hidden)')) return [];
      const name = flat(field.getChild('FieldIdentifier') ?? field.getChild('Identifier'));
      const signature = flat(field).replace(/^pub /, '');
      return [{ name, signature, isMethod: false, doc: rustDoc(around), ...file.placeOf(field) }];
    });
    const code = file.text.slice(item.from, item.to);
    const isWhole = members.length === all.length && code.split('\n').length <= maxTypeLines;
    return isWhole && members.every(({ doc }) => doc === noDoc) ? [code, []] : [short, members];
  }

  function macroCode(name: string, item: SyntaxNode): string {
    const rules = item.getChildren('MacroRule').flatMap((rule) => {
      const pattern = flat(rule.firstChild);
      return /^.\s*@/.test(pattern) ? [] : [`    ${brief(pattern).slice(0, 200)} => { … };`];
    });
    return [`macro_rules! ${name} {`, ...rules.slice(0, maxTypeLines), '}'].join('\n');
  }
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Items with their comments and attributes, without tests and what documentation hides. */
function itemsOf(
  { text }: SourceFile,
  nodes: readonly SyntaxNode[],
): (readonly [SyntaxNode, Surroundings])[] {
  const list: (readonly [SyntaxNode, Surroundings])[] = [];
  let comments: string[] = [];
  for (const outer of nodes) {
    const attributes: string[] = [];
    let item: SyntaxNode | undefined;
    for (const part of outer.name === 'AttributeItem' ? childrenOf(outer) : [outer]) {
      const code = text.slice(part.from, part.to);
      if (part.name === 'Attribute') {
        const attribute = code.slice(code.indexOf('[') + 1, -1).trim();
        attributes.push(attribute);
        comments.push(...docAttribute(attribute));
      } else if (part.name.endsWith('Comment')) {
        const line = docLine(code, false);
        if (line !== undefined) comments.push(line);
      } else if (!/^[#,⚠]$/.test(part.name)) item = part;
    }
    if (!item) continue;
    if (!attributes.some((each) => hidden.test(each))) list.push([item, { comments, attributes }]);
    comments = [];
  }
  return list;
}

const hidden = /^doc\s*\(hidden\)|^test\b|^cfg\((?:all\()?test\b/;

function nameOf({ flat }: SourceFile, item: SyntaxNode): string {
  const isType = /^(?:Struct|Enum|Union|Trait|Type)Item$|^AssociatedType$/.test(item.name);
  return flat(
    item.getChild(isType ? 'TypeIdentifier' : 'BoundIdentifier') ?? item.getChild('Identifier'),
  );
}

function proceduralMacro(name: string, { attributes }: Surroundings) {
  const derive = attributes.flatMap((each) => /^proc_macro_derive\((\w+)/.exec(each)?.[1] ?? [])[0];
  if (derive !== undefined) return { name: derive, signatures: [`#[derive(${derive})]`] };
  if (attributes.includes('proc_macro')) return { signatures: [`${name}!(…)`] };
  if (attributes.includes('proc_macro_attribute')) return { signatures: [`#[${name}]`] };
  return undefined;
}

/** `a::{b, c as d, e::*}` as its single names. */
function expandUse(code: string, prefix = ''): Export[] {
  const brace = code.indexOf('{');
  if (brace !== -1) {
    const start = prefix + code.slice(0, brace).trim();
    return splitList(code.slice(brace + 1, code.lastIndexOf('}'))).flatMap((each) =>
      expandUse(each, start),
    );
  }
  const [path = '', alias] = code.split(' as ').map((part) => part.trim());
  const parts = (prefix + path.replace(/\s/g, '')).split('::');
  if (parts.at(-1) === 'self' && parts.length > 1) parts.pop();
  const local = parts.pop() ?? '';
  if (local === '' || alias === '_') return [];
  return [{ name: alias ?? local, local, from: parts.join('::') || 'self' }];
}

/** At commas outside braces. */
function splitList(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part.trim() !== '');
}
