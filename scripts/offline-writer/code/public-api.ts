import { exportedNames } from './exported-names.ts';
import { goPackages } from './go-packages.ts';
import { readModule } from './read-module.ts';
import { join, resolvePython, resolveScript, scriptAt } from './resolve-module.ts';
import type { Declaration } from './declaration.ts';
import type { Manifest } from '../facts/manifest.ts';
import { fileOf, folderOf, languageOf, type Repository } from '../repository.ts';

export interface PublicName {
  readonly name: string;
  readonly isDefault: boolean;
  readonly declaration: Declaration;
}

/** A module or package as its users import it. */
export interface PublicModule {
  readonly name: string;
  /** Modules of one family may share a page. */
  readonly family: string;
  readonly about: string;
  readonly names: readonly PublicName[];
}

/** What the users of the repository's packages may import: entry points first, each thing once. */
export function publicApi(repository: Repository, manifests: readonly Manifest[]): PublicModule[] {
  const documented = new Set<Declaration>();
  return [
    ...scriptModules(repository, manifests),
    ...pythonModules(repository),
    ...goPackages(repository, manifests),
  ].flatMap((module) => {
    const names = module.names.filter(({ declaration }) => !documented.has(declaration));
    for (const { declaration } of names) documented.add(declaration);
    return names.length > 0 ? [{ ...module, names }] : [];
  });
}

const isPrivate = /(?:^|\/)(?:_[^/]*|internal|private|scripts?|tools?|migrations)\//;

function scriptModules(repository: Repository, manifests: readonly Manifest[]): PublicModule[] {
  const namesOf = exportedNames({
    read: (path) => readModule(repository, path),
    locate: (from, name) => resolveScript(repository, from, name),
  });
  const make = (path: string, name: string, family: string): PublicModule => ({
    ...{ name, family, about: readModule(repository, path).about },
    names: [...namesOf(path)].map(([name, declaration]) =>
      name === 'default'
        ? { name: declaration.name, isDefault: true, declaration }
        : { name, isDefault: false, declaration },
    ),
  });
  const packages = manifests.filter(({ kind }) => kind === 'npm');
  const entries = packages.flatMap(({ path, name, entryPoints }) => {
    const inOrder = [...entryPoints].sort((a, b) => rank(a.name) - rank(b.name));
    return inOrder.flatMap(({ name: entry, value }) => {
      const source = sourceOf(repository, folderOf(path), value);
      const exported = entry.startsWith('./') ? `${name}${entry.slice(1)}` : name;
      return source === undefined ? [] : [make(source, exported, name)];
    });
  });
  if (entries.some(({ names }) => names.length > 0)) return entries;
  const places = ['', 'src', 'lib', 'source'].flatMap((folder) => [
    `${folder}/index`,
    `${folder}/mod`,
  ]);
  const index = places
    .map((place) => scriptAt(repository, place))
    .find((path) => path !== undefined && languageOf(path));
  const main =
    index === undefined ? undefined : make(index, packages[0]?.name || repository.name, '');
  if (main && main.names.length > 0) return [main];
  const isScript = (path: string) => /^(?:Type|Java)Script$/.test(languageOf(path) ?? '');
  const sources = repository.sources().filter((path) => isScript(path) && !isPrivate.test(path));
  return sources.map((path) => make(path, path, folderOf(path)));
}

/** `exports` of the package itself before other fields and other paths. */
function rank(entry: string): number {
  return entry === '.' ? 0 : entry.startsWith('./') ? 2 : 1;
}

/** The source of an entry point, which usually names a compiled file. */
function sourceOf(repository: Repository, folder: string, value: string): string | undefined {
  const [first = '', ...rest] = join('', value).split('/');
  const inner = rest.join('/');
  const nested = rest.slice(1).join('/');
  const stems = ['src', 'source', 'lib', '.'].flatMap((place) =>
    [inner, nested].filter(Boolean).map((each) => join(place, each)),
  );
  const isOutput = /^(?:dist.*|build|out|output|lib|esm|cjs|umd|es|types|typings)$/.test(first);
  return [...(isOutput ? stems : []), join(first, inner), ...stems]
    .map((stem) => scriptAt(repository, join(folder, stem)))
    .find((path) => path !== undefined && languageOf(path) !== undefined);
}

function pythonModules(repository: Repository): PublicModule[] {
  const namesOf = exportedNames({
    read: (path) => readModule(repository, path),
    locate: (from, name) => resolvePython(repository, from, name),
  });
  const modules = repository
    .sources()
    .filter((path) => path.endsWith('.py'))
    .map((path) => {
      const parts = folderOf(path).split('/').filter(Boolean);
      let depth = parts.length;
      while (depth > 0 && repository.has([...parts.slice(0, depth), '__init__.py'].join('/')))
        depth--;
      const stem = fileOf(path).slice(0, -'.py'.length);
      const name = [...parts.slice(depth), ...(stem === '__init__' ? [] : [stem])];
      return { path, name, isLoose: depth === parts.length };
    })
    .filter(
      ({ name, path }) =>
        name.length > 0 && !name.some((part) => part.startsWith('_')) && !isPrivate.test(path),
    );
  const packaged = modules.filter(
    ({ isLoose, path }) => !isLoose || /^(?:src\/)?[^/]+$/.test(path),
  );
  return (packaged.some(({ isLoose }) => !isLoose) ? packaged : modules)
    .map(({ path, name }) => ({
      name: name.join('.'),
      family: name[0] as string,
      about: readModule(repository, path).about,
      names: [...namesOf(path)].map(([name, declaration]) => ({
        name,
        isDefault: false,
        declaration,
      })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
