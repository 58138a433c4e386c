import type { Declaration, ModuleApi } from './declaration.ts';

const maxDepth = 100;

interface Modules {
  readonly parse: (path: string) => ModuleApi;
  /** The file of another module, as it is named in the file `from`. */
  readonly locate: (from: string, name: string) => string | undefined;
}

/** Follows exports through other modules. */
export function exportedNames({ parse, locate }: Modules) {
  const modules = new Map<string, ModuleApi>();
  const done = new Map<string, ReadonlyMap<string, Declaration>>();
  return { read, namesOf };

  function read(path: string): ModuleApi {
    const module = modules.get(path) ?? parse(path);
    modules.set(path, module);
    return module;
  }

  /** The public names of a module in its own order. */
  function namesOf(path: string, depth = 0): ReadonlyMap<string, Declaration> {
    const cached = done.get(path);
    if (cached) return cached;
    const names = new Map<string, Declaration>();
    done.set(path, names);
    const { exports, listed } = read(path);
    for (const { name, local, from } of depth > maxDepth ? [] : exports) {
      const other = from === undefined ? path : locate(path, from);
      if (other === undefined) continue;
      const exported =
        local === '*'
          ? [...namesOf(other, depth + 1)].filter(([each]) => each !== 'default')
          : [[name, find(other, local, depth)] as const];
      for (const [each, declaration] of exported) {
        const own = local === '*' ? name.replace('*', each) : each;
        // A macro may have the name of a type.
        const isSecond = declaration?.kind === 'macro' && names.has(own);
        if (declaration && !isSecond && listed?.has(own) !== false) names.set(own, declaration);
      }
    }
    return names;
  }

  function find(path: string, name: string, depth: number): Declaration | undefined {
    const { declarations, imports } = read(path);
    const declaration = declarations.get(name) ?? namesOf(path, depth + 1).get(name);
    if (declaration || depth > maxDepth) return declaration;
    const { from, local = '' } = imports.find((each) => each.name === name) ?? {};
    const other = from === undefined ? undefined : locate(path, from);
    return other === undefined ? undefined : find(other, local, depth + 1);
  }
}
