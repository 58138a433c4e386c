import type { Declaration, ModuleApi } from './declaration.ts';

const maxDepth = 100;

interface Modules {
  readonly read: (path: string) => ModuleApi;
  /** The file of another module, as it is named in the file `from`. */
  readonly locate: (from: string, name: string) => string | undefined;
}

/** Follows exports through other modules. Gives the public names of a module in its own order. */
export function exportedNames({ read, locate }: Modules) {
  const done = new Map<string, ReadonlyMap<string, Declaration>>();
  return namesOf;

  function namesOf(path: string, depth = 0): ReadonlyMap<string, Declaration> {
    const known = done.get(path);
    if (known) return known;
    const names = new Map<string, Declaration>();
    done.set(path, names);
    const { exports, listed } = read(path);
    for (const { name, local, from } of depth > maxDepth ? [] : exports) {
      const other = from === undefined ? path : locate(path, from);
      if (other === undefined) continue;
      const found =
        local === '*'
          ? [...namesOf(other, depth + 1)].filter(([each]) => each !== 'default')
          : [[name, find(other, local, depth)] as const];
      for (const [each, declaration] of found) {
        const own = local === '*' ? name.replace('*', each) : each;
        if (declaration && listed?.has(own) !== false) names.set(own, declaration);
      }
    }
    return names;
  }

  function find(path: string, name: string, depth: number): Declaration | undefined {
    const { declarations, imports } = read(path);
    const found = declarations.get(name) ?? namesOf(path, depth + 1).get(name);
    if (found || depth > maxDepth) return found;
    const { from, local = '' } = imports.find((each) => each.name === name) ?? {};
    const other = from === undefined ? undefined : locate(path, from);
    return other === undefined ? undefined : find(other, local, depth + 1);
  }
}
