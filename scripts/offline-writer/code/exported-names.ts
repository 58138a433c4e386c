import type { Declaration, ModuleApi } from './declaration.ts';

const maxDepth = 100;

interface Modules {
  readonly read: (path: string) => ModuleApi;
  /** The file of another module, as it is named in the file `from`. */
  readonly locate: (from: string, name: string) => string | undefined;
}

/** Follows exports through other modules to what they name. */
export function exportedNames({ read, locate }: Modules) {
  const done = new Map<string, ReadonlyMap<string, Declaration>>();
  const local = new Map<string, ReadonlyMap<string, Declaration>>();

  /** The public names of a module in its own order. */
  function namesOf(path: string, depth = 0): ReadonlyMap<string, Declaration> {
    const known = done.get(path);
    if (known) return known;
    const names = new Map<string, Declaration>();
    done.set(path, names);
    if (depth > maxDepth) return names;
    const { exports, listed } = read(path);
    const add = (name: string, declaration: Declaration) => {
      if (listed?.has(name) !== false) names.set(name, declaration);
    };
    for (const each of exports) {
      const other = each.from === undefined ? path : locate(path, each.from);
      if (other === undefined) continue;
      if (each.local === '*') {
        const prefix = each.name === '*' ? '' : each.name.slice(0, -1);
        for (const [name, declaration] of namesOf(other, depth + 1)) {
          if (name !== 'default') add(prefix + name, declaration);
        }
        continue;
      }
      const declaration = find(other, each.local, depth);
      if (declaration) add(each.name, declaration);
    }
    return names;
  }

  function find(path: string, name: string, depth: number): Declaration | undefined {
    const module = read(path);
    let own = local.get(path);
    if (!own)
      local.set(path, (own = new Map(module.declarations.map((each) => [each.name, each]))));
    const found = own.get(name) ?? namesOf(path, depth + 1).get(name);
    if (found || depth > maxDepth) return found;
    const imported = module.imports.find((each) => each.name === name);
    const other = imported && locate(path, imported.from ?? '');
    return other === undefined ? undefined : find(other, imported?.local ?? '', depth + 1);
  }

  return namesOf;
}
