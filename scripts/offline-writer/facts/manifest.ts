import { fileOf, folderOf, type Repository } from '../repository.ts';
import { readToml, tomlList, tomlText } from './toml.ts';

export interface Dependency {
  readonly name: string;
  readonly range: string;
  readonly use: 'runtime' | 'development' | 'optional' | 'peer';
  readonly line: number;
}

export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

export interface Manifest {
  readonly path: string;
  readonly kind: 'npm' | 'python' | 'go' | 'cargo';
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly license: string;
  /** The required language version, such as `node >=20`. */
  readonly requires: string;
  readonly isPrivate: boolean;
  /** Commands to run in the repository. */
  readonly scripts: readonly Entry[];
  /** Programs that it installs. */
  readonly programs: readonly Entry[];
  /** The files where an import begins. */
  readonly entryPoints: readonly Entry[];
  readonly dependencies: readonly Dependency[];
}

const readers: Readonly<Record<string, (repository: Repository, path: string) => Manifest>> = {
  'package.json': readPackage,
  'pyproject.toml': readPyproject,
  'go.mod': readGoModule,
  'Cargo.toml': readCargo,
};

/** The one nearest to the root first. */
export function findManifests(repository: Repository): Manifest[] {
  return repository.paths
    .filter((path) => fileOf(path) in readers && !/(?:^|\/)(?:tests?|fixtures)\//.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, 40)
    .map((path) => (readers[fileOf(path)] as (typeof readers)[string])(repository, path));
}

const empty = {
  name: '',
  description: '',
  version: '',
  license: '',
  requires: '',
  isPrivate: false,
  scripts: [],
  programs: [],
  entryPoints: [],
  dependencies: [],
};

function readPackage(repository: Repository, path: string): Manifest {
  let json: Record<string, unknown> = {};
  try {
    json = objectOf(JSON.parse(repository.text(path)));
  } catch {
    // A broken manifest has no facts.
  }
  const lines = repository.lines(path);
  const lineOf = (key: string, after = '') => {
    const from = after ? lines.findIndex((line) => line.includes(`"${after}"`)) : 0;
    return lines.findIndex((line, at) => at >= from && line.includes(`"${key}"`)) + 1;
  };
  const entries = (field: string): Entry[] =>
    Object.entries(objectOf(json[field])).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ name, value, line: lineOf(name, field) }] : [],
    );
  const name = textOf(json['name']);
  const bin = textOf(json['bin']);
  const uses = [
    ['dependencies', 'runtime'],
    ['peerDependencies', 'peer'],
    ['optionalDependencies', 'optional'],
    ['devDependencies', 'development'],
  ] as const;
  const engine = textOf(objectOf(json['engines'])['node']);
  return {
    ...empty,
    path,
    kind: 'npm',
    name,
    description: textOf(json['description']),
    version: textOf(json['version']),
    license: textOf(json['license']),
    requires: engine && `Node.js ${engine}`,
    isPrivate: json['private'] === true,
    scripts: entries('scripts'),
    programs: bin
      ? [{ name: name.replace(/^@[^/]+\//, ''), value: bin, line: lineOf('bin') }]
      : entries('bin'),
    entryPoints: [
      ...['main', 'module', 'types', 'browser'].flatMap((field) =>
        textOf(json[field])
          ? [{ name: field, value: textOf(json[field]), line: lineOf(field) }]
          : [],
      ),
      ...exportsOf(json['exports']).map(({ name, value }) => ({
        ...{ name, value },
        line: name === '.' ? lineOf('exports') : lineOf(name, 'exports'),
      })),
    ],
    dependencies: uses.flatMap(([field, use]) =>
      entries(field).map(({ name, value, line }) => ({ name, range: value, use, line })),
    ),
  };
}

/** The first file of each name in `exports`. */
function exportsOf(exports: unknown): { name: string; value: string }[] {
  const first = (value: unknown): string => {
    if (typeof value === 'string') return value;
    const { import: module, default: any, node, require } = objectOf(value);
    return (
      [module, any, node, require].map((each) => (each ? first(each) : '')).find(Boolean) ?? ''
    );
  };
  if (typeof exports === 'string') return [{ name: '.', value: exports }];
  return Object.entries(objectOf(exports))
    .filter(([name]) => name.startsWith('.') && !name.endsWith('package.json'))
    .slice(0, 15)
    .flatMap(([name, value]) => (first(value) ? [{ name, value: first(value) }] : []));
}

function readPyproject(repository: Repository, path: string): Manifest {
  const entries = readToml(repository.lines(path));
  const of = (section: string) => entries.filter((entry) => entry.section === section);
  const value = (key: string) =>
    [...of('project'), ...of('tool.poetry')].find((entry) => entry.key === key)?.value ?? '';
  const named = (section: string): Entry[] =>
    of(section).map(({ key, value, line }) => ({ name: key, value: tomlText(value), line }));
  const requirement = (use: Dependency['use'], line: number) => (text: string) => ({
    name: /^[\w.-]+/.exec(text)?.[0] ?? text,
    range: text.replace(/^[\w.-]+(?:\[[^\]]*\])?\s*/, ''),
    ...{ use, line },
  });
  const listed: Dependency[] = entries.flatMap(({ section, key, value, line }): Dependency[] => {
    if (section === 'project' && key === 'dependencies') {
      return tomlList(value).map(requirement('runtime', line));
    }
    const extra = section === 'project.optional-dependencies' || section === 'dependency-groups';
    if (extra) {
      const use = /dev|test|lint|doc/.test(key) ? 'development' : 'optional';
      return tomlList(value).map(requirement(use, line));
    }
    const poetry = /^tool\.poetry(?:\.group\.[\w-]+)?\.(dev-)?dependencies$/.exec(section);
    if (!poetry || key === 'python') return [];
    const use = section === 'tool.poetry.dependencies' ? ('runtime' as const) : 'development';
    return [{ name: key, range: tomlText(value), use, line }];
  });
  const python =
    tomlText(value('requires-python')) ||
    named('tool.poetry.dependencies').find(({ name }) => name === 'python')?.value;
  return {
    ...empty,
    path,
    kind: 'python',
    name: tomlText(value('name')),
    description: tomlText(value('description')),
    version: tomlText(value('version')),
    license:
      tomlText(value('license')) || (/text\s*=\s*["']([^"']+)/.exec(value('license'))?.[1] ?? ''),
    requires: python ? `Python ${python}` : '',
    programs: [...named('project.scripts'), ...named('tool.poetry.scripts')],
    dependencies: listed,
  };
}

function readGoModule(repository: Repository, path: string): Manifest {
  const lines = repository.lines(path);
  const first = (pattern: RegExp) =>
    lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? '';
  const version = first(/^go\s+(\S+)/);
  return {
    ...empty,
    path,
    kind: 'go',
    name: first(/^module\s+(\S+)/),
    requires: version && `Go ${version}`,
    dependencies: lines.flatMap((line, index) => {
      const found = /^(?:require)?\s+([\w.~-]+\.[\w.~/-]+)\s+(v\S+)(\s*\/\/ indirect)?/.exec(line);
      if (!found || found[3]) return [];
      return [
        {
          ...{ name: found[1] as string, range: found[2] as string },
          ...{ use: 'runtime' as const, line: index + 1 },
        },
      ];
    }),
  };
}

function readCargo(repository: Repository, path: string): Manifest {
  const entries = readToml(repository.lines(path));
  const value = (key: string) =>
    tomlText(entries.find((each) => each.section === 'package' && each.key === key)?.value ?? '');
  return {
    ...empty,
    path,
    kind: 'cargo',
    name: value('name') || folderOf(path),
    description: value('description'),
    version: value('version'),
    license: value('license'),
    requires: value('rust-version') && `Rust ${value('rust-version')}`,
    dependencies: entries.flatMap(({ section, key, value, line }) =>
      section === 'dependencies' || section === 'dev-dependencies'
        ? [
            {
              ...{ name: key, range: tomlText(value), line },
              use: section === 'dependencies' ? ('runtime' as const) : ('development' as const),
            },
          ]
        : [],
    ),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
