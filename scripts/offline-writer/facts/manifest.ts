import { parse } from 'smol-toml';
import { fileOf, type Repository } from '../repository/repository.ts';

export interface Entry {
  readonly name: string;
  readonly value: string;
}

export interface Manifest {
  readonly path: string;
  readonly kind: 'npm' | 'python' | 'go';
  readonly name: string;
  readonly description: string;
  /** The required language version, such as `Node.js >=20`. */
  readonly requires: string;
  readonly isPrivate: boolean;
  /** The files where an import begins. */
  readonly entryPoints: readonly Entry[];
}

type Reader = (text: string) => Partial<Manifest> & Pick<Manifest, 'kind'>;

const readers: Readonly<Record<string, Reader>> = {
  'package.json': readPackage,
  'pyproject.toml': readPyproject,
  'setup.cfg': readSetup,
  'go.mod': readGoModule,
};

/** The one nearest to the root first. */
export function findManifests(repository: Repository): Manifest[] {
  return repository.paths
    .filter(
      (path) => fileOf(path) in readers && !/(?:^|\/)(?:tests?|fixtures|examples?)\//.test(path),
    )
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, 40)
    .map((path) => {
      const none = { name: '', description: '', requires: '', isPrivate: false, entryPoints: [] };
      return { path, ...none, ...readers[fileOf(path)]?.(repository.text(path)) } as Manifest;
    });
}

function readPackage(text: string): ReturnType<Reader> {
  const json = objectOf(attempt(() => JSON.parse(text)));
  const engine = textOf(objectOf(json['engines'])['node']);
  return {
    kind: 'npm',
    name: textOf(json['name']),
    description: textOf(json['description']),
    requires: engine && `Node.js ${engine}`,
    isPrivate: json['private'] === true,
    entryPoints: [
      ...['main', 'module', 'types', 'browser'].flatMap((field) =>
        textOf(json[field]) ? [{ name: field, value: textOf(json[field]) }] : [],
      ),
      ...exportsOf(json['exports']),
    ],
  };
}

/** The first file of each name in `exports`. */
function exportsOf(exports: unknown): Entry[] {
  const first = (value: unknown): string => {
    if (typeof value === 'string') return value;
    const { import: module, default: any, node, require } = objectOf(value);
    return (
      [module, any, node, require].map((each) => (each ? first(each) : '')).find(Boolean) ?? ''
    );
  };
  const names = objectOf(exports);
  if (typeof exports === 'string' || !Object.keys(names).some((name) => name.startsWith('.'))) {
    return first(exports) ? [{ name: '.', value: first(exports) }] : [];
  }
  return Object.entries(names)
    .filter(([name]) => name.startsWith('.') && !name.endsWith('package.json'))
    .slice(0, 15)
    .flatMap(([name, value]) => (first(value) ? [{ name, value: first(value) }] : []));
}

function readPyproject(text: string): ReturnType<Reader> {
  const toml = objectOf(attempt(() => parse(text)));
  const poetry = objectOf(objectOf(toml['tool'])['poetry']);
  const project = { ...poetry, ...objectOf(toml['project']) };
  const python =
    textOf(project['requires-python']) || textOf(objectOf(poetry['dependencies'])['python']);
  return {
    kind: 'python',
    name: textOf(project['name']),
    description: textOf(project['description']),
    requires: python && `Python ${python}`,
  };
}

function readSetup(text: string): ReturnType<Reader> {
  const value = (key: string) =>
    new RegExp(`^${key}\\s*=[ \\t]*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  const python = value('python_requires');
  return {
    kind: 'python',
    name: value('name'),
    description: value('description'),
    requires: python && `Python ${python}`,
  };
}

function readGoModule(text: string): ReturnType<Reader> {
  const version = /^go\s+(\S+)/m.exec(text)?.[1];
  const requires = version === undefined ? '' : `Go ${version}`;
  return { kind: 'go', name: /^module\s+(\S+)/m.exec(text)?.[1] ?? '', requires };
}

/** A broken manifest has no facts. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
