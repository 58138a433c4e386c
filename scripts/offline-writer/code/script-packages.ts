import { posix } from 'node:path';
import { exportedNames } from './exported-names.ts';
import type { PublicModule } from './public-api.ts';
import { readScriptModule } from './script-module.ts';
import { parseSource } from './syntax.ts';
import { resolveScript, scriptAt } from './resolve-module.ts';
import type { Manifest } from '../facts/manifest.ts';
import { folderOf, languageOf, type Repository } from '../repository/repository.ts';

const isPrivate = /(?:^|\/)(?:_[^/]*|internal|private|scripts?|tools?)\//;
/** Deep folders share the pages of their parents. */
const maxFamilies = 60;
const output = /^(?:dist.*|build|out|output|lib|esm|cjs|umd|es|types|typings)$/;

/** The entry points of npm packages. Without any, the exports of all modules, unless
 * they are those of a program. */
export function scriptModules(
  repository: Repository,
  manifests: readonly Manifest[],
): PublicModule[] {
  const { namesOf } = exportedNames({
    parse: (path) => readScriptModule(parseSource(repository, path)),
    locate: (from, name) => resolveScript(repository, from, name),
  });
  /** The module, and its namespaces as modules of their own. */
  const make = (path: string, name: string, family: string): PublicModule[] => {
    const modules = new Map<string, PublicModule['names'][number][]>([[name, []]]);
    for (const [full, declaration] of namesOf(path)) {
      const dot = full.lastIndexOf('.');
      const module = dot === -1 ? name : `${name}.${full.slice(0, dot)}`;
      const own = modules.get(module) ?? [];
      own.push({ name: full.slice(dot + 1), declaration });
      modules.set(module, own);
    }
    return [...modules].map(([each, names]) => ({ name: each, family, about: '', names }));
  };
  const packages = manifests.filter(({ kind }) => kind === 'npm');
  const entries = packages.flatMap(({ path, name, entryPoints }) =>
    [...entryPoints]
      .sort((a, b) => rank(a.name) - rank(b.name))
      .flatMap(({ name: entry, value, types = '' }) => {
        const own = sourceOf(repository, folderOf(path), value);
        // A declaration file says more than JavaScript.
        const isBare = own === undefined || /\.[cm]?jsx?$/.test(own);
        const declaration = posix.join(folderOf(path), types);
        const isDeclared = isBare && types !== '' && repository.has(declaration);
        const source = isDeclared ? declaration : own;
        const exported = entry.startsWith('./') ? `${name}${entry.slice(1)}` : name;
        return source === undefined ? [] : make(source, exported, name);
      }),
  );
  if (entries.some(({ names }) => names.length > 0)) return entries;
  const index = ['index', 'mod', 'src/index', 'src/mod', 'source/index', 'lib/index']
    .map((place) => scriptAt(repository, place))
    .find((path) => path !== undefined && languageOf(path));
  const main = index === undefined ? [] : make(index, packages[0]?.name || repository.name, '');
  if (main.some(({ names }) => names.length > 0)) return main;
  // A program that nobody may install as a package is imported by nobody.
  const [root] = packages.filter(({ path }) => !path.includes('/'));
  if (root?.isProgram && root.isPrivate) return [];
  const sources = repository
    .sources()
    .filter((path) => /Script$/.test(languageOf(path) ?? '') && !isPrivate.test(path));
  let depth = 8;
  const family = (path: string) => folderOf(path).split('/').slice(0, depth).join('/');
  while (depth > 0 && new Set(sources.map(family)).size > maxFamilies) depth--;
  return sources.flatMap((path) => make(path, path, family(path)));
}

/** The package itself comes before its other paths, and `exports` before older fields. */
function rank(entry: string): number {
  return entry === '.' ? 0 : entry.startsWith('./') ? 2 : 1;
}

/** The source of an entry point, which usually names a compiled file. */
function sourceOf(repository: Repository, folder: string, value: string): string | undefined {
  const parts = posix.join(value).split('/');
  const stems = ['src', 'source', 'lib', '.'].flatMap((place) =>
    [1, 2].filter((at) => at < parts.length).map((at) => [place, ...parts.slice(at)].join('/')),
  );
  return [...(output.test(parts[0] ?? '') ? stems : []), parts.join('/'), ...stems]
    .map((stem) => scriptAt(repository, posix.join(folder, stem)))
    .find((path) => path !== undefined && languageOf(path) !== undefined);
}
