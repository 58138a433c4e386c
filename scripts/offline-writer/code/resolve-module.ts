import { folderOf, type Repository } from '../repository.ts';

const endings = ['.ts', '.tsx', '.mts', '.d.ts', '.d.mts', '', '.js', '.jsx', '.mjs', '.cjs'];

/** The source file for a path without or with the ending of a compiled file. */
export function scriptAt(repository: Repository, path: string): string | undefined {
  const stem = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '').replace(/^\.?\//, '');
  const places = [stem, ...(stem === '' ? ['index'] : [`${stem}/index`])];
  return [...places.flatMap((place) => endings.map((ending) => place + ending)), path].find(
    (place) => place !== '' && repository.has(place),
  );
}

export function resolveScript(
  repository: Repository,
  from: string,
  name: string,
): string | undefined {
  if (name.startsWith('.')) return scriptAt(repository, join(folderOf(from), name));
  // `#core/…` and `@/…` usually mean the root.
  if (!/^(?:#|@\/|~\/)/.test(name)) return undefined;
  const target = name.replace(/^(?:#\/?|@\/|~\/)/, '');
  return scriptAt(repository, target) ?? scriptAt(repository, `src/${target}`);
}

/** `pkg.module` or `..module`, as a file in a package imports it. */
export function resolvePython(
  repository: Repository,
  from: string,
  name: string,
): string | undefined {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const parts = name.slice(dots).split('.').filter(Boolean);
  const folders = folderOf(from).split('/').filter(Boolean);
  const bases: string[][] = [];
  if (dots > 0) bases.push(folders.slice(0, Math.max(0, folders.length - dots + 1)));
  for (let depth = folders.length; dots === 0 && depth >= 0; depth--) {
    const base = folders.slice(0, depth);
    if (!repository.has([...base, '__init__.py'].join('/'))) bases.push(base);
  }
  return bases
    .map((base) => [...base, ...parts].join('/'))
    .flatMap((stem) => [`${stem}.py`, `${stem}/__init__.py`.replace(/^\//, '')])
    .find((place) => repository.has(place));
}

export function join(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
