import { posix } from 'node:path';
import { folderOf, type Repository } from '../repository/repository.ts';

const endings = [
  '.ts',
  '.tsx',
  '.mts',
  '.d.ts',
  '.d.mts',
  '.d.cts',
  '',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
];

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
  if (name.startsWith('.')) return scriptAt(repository, posix.join(folderOf(from), name));
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
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(name) ?? [];
  const folders = folderOf(from).split('/').filter(Boolean);
  const bases = folders.map((_, at) => folders.slice(0, folders.length - at));
  const own = [...bases, []].filter((base, at) =>
    // An absolute name begins where packages begin.
    dots ? at === dots.length - 1 : !repository.has([...base, '__init__.py'].join('/')),
  );
  return own
    .map((base) => [...base, ...rest.split('.').filter(Boolean)].join('/'))
    .flatMap((stem) => [`${stem}.py`, `${stem}/__init__.py`])
    .find((place) => repository.has(place));
}
