import { posix } from 'node:path';
import { exportedNames } from './exported-names.ts';
import type { PublicModule } from './public-api.ts';
import { readRustModule, type RustModule } from './rust-module.ts';
import { parseSource, type SourceFile } from './syntax.ts';
import type { Manifest } from '../facts/manifest.ts';
import { fileOf, folderOf, type Repository } from '../repository/repository.ts';

interface Node {
  /** `crate::module`. */
  readonly id: string;
  readonly crate: string;
  readonly module: RustModule;
  /** Imports by name. */
  readonly uses: ReadonlyMap<string, RustModule['imports'][number]>;
  readonly about: string;
  readonly children: ReadonlyMap<string, { readonly isPublic: boolean; readonly node: Node }>;
}

const maxDepth = 40;
const maxTraits = 40;

/** The public modules of library crates, as paths lead to them from `lib.rs`. */
export function rustCrates(repository: Repository, manifests: readonly Manifest[]): PublicModule[] {
  const nodes = new Map<string, Node>();
  const roots = manifests.flatMap(({ kind, isPrivate, path, entryPoints: [lib] }) => {
    const root = posix.join(folderOf(path), lib?.value ?? '');
    const isAside = /(?:^|\/)(?:fuzz|xtask|benches|examples)\//.test(path);
    if (kind !== 'cargo' || isPrivate || !lib || isAside || !repository.has(root)) return [];
    const file = parseSource(repository, root, readableRust);
    return [open(file, { id: lib.name, crate: lib.name, folder: folderOf(root), about: '' })];
  });
  for (const root of roots) joinParts(root, nodes);
  const { namesOf } = exportedNames({
    parse: (id) => (nodes.get(id) as Node).module,
    locate: (from, name) => locate(from, name.split('::'))?.id,
  });
  return roots.flatMap((root) => {
    const visited = new Set<Node>();
    return visit(root, root.id);

    function visit(node: Node, name: string): PublicModule[] {
      if (visited.has(node) || visited.size > 2_000) return [];
      visited.add(node);
      const own = [...namesOf(node.id)].map(([each, declaration]) => ({ name: each, declaration }));
      const inner = [...node.children].flatMap(([each, child]) =>
        child.isPublic ? visit(child.node, `${name}::${each}`) : [],
      );
      const others = node.module.exports.flatMap(({ name: each, local, from }) => {
        const other =
          from === undefined ? undefined : locate(node.id, [...from.split('::'), local]);
        return other && other.crate === root.crate ? visit(other, `${name}::${each}`) : [];
      });
      const module = { name, family: root.crate, about: node.about, names: own };
      return [module, ...inner, ...others];
    }
  });

  function open(
    file: SourceFile,
    place: {
      readonly id: string;
      readonly crate: string;
      readonly folder: string;
      readonly about: string;
    },
    depth = 0,
  ): Node {
    const module = readRustModule(file);
    const children = new Map<string, { isPublic: boolean; node: Node }>();
    const about = [place.about, module.about].filter(Boolean).join('\n\n');
    const uses = new Map(module.imports.map((each) => [each.name, each]));
    const node = { id: place.id, crate: place.crate, module, uses, about, children };
    nodes.set(node.id, node);
    for (const [name, child] of depth > maxDepth ? [] : module.children) {
      const folder = posix.join(place.folder, name);
      const inner = { id: `${node.id}::${name}`, crate: node.crate, folder, about: child.about };
      const path = [child.path ?? '', `${name}.rs`, `${name}/mod.rs`]
        .map((each) => posix.join(place.folder, each))
        .find((each) => each.endsWith('.rs') && repository.has(each));
      const source = child.nodes
        ? { ...file, nodes: child.nodes }
        : path !== undefined && parseSource(repository, path, readableRust);
      if (!source || nodes.has(inner.id)) continue;
      const own = fileOf(source.path) === 'mod.rs' && !child.nodes ? folderOf(source.path) : folder;
      children.set(name, {
        isPublic: child.isPublic,
        node: open(source, { ...inner, folder: own }, depth + 1),
      });
    }
    return node;
  }

  /** The module at a path that is written in another one. */
  function locate(
    from: string,
    [first = '', ...rest]: readonly string[],
    depth = 0,
  ): Node | undefined {
    const node = nodes.get(from);
    if (!node || depth > maxDepth) return undefined;
    const parent = from.slice(0, Math.max(0, from.lastIndexOf('::')));
    let next: Node | undefined =
      first === 'crate' || first === '$crate'
        ? nodes.get(node.crate)
        : first === 'self'
          ? node
          : first === 'super'
            ? nodes.get(parent)
            : (step(node, first, depth) ?? nodes.get(first));
    for (const part of rest) {
      next =
        part === 'super'
          ? nodes.get(next?.id.replace(/::\w+$/, '') ?? '')
          : next && step(next, part, depth);
    }
    return next;
  }

  function step(node: Node, name: string, depth: number): Node | undefined {
    const child = node.children.get(name)?.node;
    if (child || name === '') return child;
    const use = node.uses.get(name);
    if (use?.from === undefined || use.from.split('::')[0] === name) return undefined;
    return locate(node.id, [...use.from.split('::'), use.local], depth + 1);
  }
}

/** Gives types their methods and traits, and the crate its macros, from all its modules. */
function joinParts(root: Node, nodes: ReadonlyMap<string, Node>): void {
  const own = [...nodes.values()].filter(({ crate }) => crate === root.crate);
  const counts = new Map<string, number>();
  for (const { module } of own) {
    for (const name of module.declarations.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const everywhere = (name: string) =>
    own.filter(({ module }) => module.methods.has(name) || module.traits.has(name));
  for (const node of own) {
    const { declarations } = node.module;
    for (const [name, declaration] of declarations) {
      if (declaration.kind !== 'type') continue;
      const places = counts.get(name) === 1 ? everywhere(name) : [node];
      const methods = places.flatMap(({ module }) => module.methods.get(name) ?? []);
      const traits = new Set(places.flatMap(({ module }) => module.traits.get(name) ?? []));
      const list = [...traits].slice(0, maxTraits).map((each) => `\`${each}\``);
      const text = [declaration.doc.text, list.length > 0 && `Implements ${list.join(', ')}.`];
      declarations.set(name, {
        ...declaration,
        doc: { ...declaration.doc, text: text.filter(Boolean).join('\n\n') },
        members: [...declaration.members, ...methods],
      });
    }
    for (const macro of node.module.macros) {
      const { exports, declarations: names } = root.module;
      if (names.has(macro.name)) continue;
      names.set(macro.name, macro);
      exports.push({ name: macro.name, local: macro.name });
    }
  }
}

/** Items inside macros that only choose, such as `cfg_fs! { pub mod fs; }`, are items. */
function readableRust(text: string): string {
  return text.replace(
    /^([ \t]*)(\w+)! *\{(\n(?:.*\n)*?)\1\}/gm,
    (all, indent: string, name: string, body: string) => {
      if (ownSyntax.test(name) || !startsItem.test(body)) return all;
      const start = all.length - body.length - indent.length - 1;
      return `${' '.repeat(start)}${body}${indent} `;
    },
  );
}

const ownSyntax = /^(?:bitflags|lazy_static|thread_local|macro_rules|quote\w*)$/;
const startsItem =
  /^\s*(?:\/\/[/!]|\/\*\*|#\[|(?:pub|fn|mod|use|impl|const|type|unsafe|async|struct|enum|trait)\b)/;
