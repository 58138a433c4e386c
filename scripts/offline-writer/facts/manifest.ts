import { parse } from 'smol-toml';
import { mainPackage } from '#core/docs/site/face/main-package.ts';
import { fileOf, type Repository } from '../repository/repository.ts';

export interface Entry {
  readonly name: string;
  readonly value: string;
  /** Its declaration file. */
  readonly types?: string;
}

export interface Manifest {
  readonly path: string;
  readonly kind: 'npm' | 'python' | 'go' | 'cargo' | 'other';
  readonly name: string;
  readonly description: string;
  /** The required language version, such as `Node.js >=20`. */
  readonly requires: string;
  readonly isPrivate: boolean;
  /** It installs commands and is no library. */
  readonly isProgram: boolean;
  /** The files where an import begins. */
  readonly entryPoints: readonly Entry[];
}

type Reader = (text: string) => Partial<Manifest> & Pick<Manifest, 'kind'>;

/** The first one with a name is that of its folder. */
const readers: Readonly<Record<string, Reader>> = {
  'go.mod': readGoModule,
  'Cargo.toml': readCargo,
  'package.json': readPackage,
  'pyproject.toml': readPyproject,
  'setup.cfg': readSetup,
  'setup.py': (text) => ({ kind: 'python', ...matched(text, setupScript) }),
  'pom.xml': readMaven,
  'settings.gradle': (text) => ({ kind: 'other', ...matched(text, gradle) }),
  'settings.gradle.kts': (text) => ({ kind: 'other', ...matched(text, gradle) }),
  'composer.json': readComposer,
  'CMakeLists.txt': (text) => ({ kind: 'other', ...matched(text, cmake) }),
};

const setupScript = {
  name: /\bsetup\([^]{0,2000}?\bname\s*=\s*["']([^"']+)["']/,
  description: /\bsetup\([^]{0,2000}?\bdescription\s*=\s*["']([^"'\n]+)["']/,
};
const gradle = { name: /^rootProject\.name\s*=\s*["']([^"'\n]+)["']/m };
const cmake = {
  name: /^[ \t]*project[ \t]*\(\s*"?([A-Za-z][\w.-]*)/im,
  description: /^\s*project\s*\([^()]{0,500}?\bDESCRIPTION\s+"([^"\n]+)"/im,
};

/** Beyond these, packages have no pages of their own. */
const maxManifests = 300;

/** The one nearest to the root first. */
export function findManifests(repository: Repository): Manifest[] {
  return repository.paths
    .filter(
      (path) => fileOf(path) in readers && !/(?:^|\/)(?:tests?|fixtures|examples?)\//.test(path),
    )
    .sort((a, b) => a.split('/').length - b.split('/').length || rankOf(a) - rankOf(b))
    .slice(0, maxManifests)
    .map((path) => {
      const flags = { isPrivate: false, isProgram: false };
      const none = { name: '', description: '', requires: '', ...flags, entryPoints: [] };
      return { path, ...none, ...readers[fileOf(path)]?.(repository.text(path)) } as Manifest;
    });
}

function rankOf(path: string): number {
  return Object.keys(readers).indexOf(fileOf(path));
}

/** The manifest of what the repository is about: that of the root, or below a root that is not
 * published the package with the repository's name. */
export function mainManifest(
  manifests: readonly Manifest[],
  repository: string,
): Manifest | undefined {
  const roots = manifests.filter(({ path, name }) => !path.includes('/') && name !== '');
  const [root] = roots;
  const own = roots.find(({ isPrivate }) => !isPrivate);
  if (own) return own;
  const hints = [...roots.map(({ name }) => name), repository];
  const published = manifests.filter((each) => {
    return each.path.includes('/') && each.name !== '' && !each.isPrivate && each.kind !== 'other';
  });
  return mainPackage(published, hints) ?? root;
}

function matched(text: string, { name, description }: { name: RegExp; description?: RegExp }) {
  return { name: name.exec(text)?.[1] ?? '', description: description?.exec(text)?.[1] ?? '' };
}

function readPackage(text: string): ReturnType<Reader> {
  const json = objectOf(attempt(() => JSON.parse(text)));
  const types = textOf(json['types']) || textOf(json['typings']);
  const engine = textOf(objectOf(json['engines'])['node']);
  return {
    kind: 'npm',
    name: textOf(json['name']),
    description: textOf(json['description']),
    requires: engine && `Node.js ${engine}`,
    isPrivate: json['private'] === true,
    isProgram:
      json['bin'] !== undefined && !['main', 'module', 'exports'].some((key) => key in json),
    entryPoints: [
      ...['main', 'module', 'types', 'typings', 'browser'].flatMap((field) =>
        textOf(json[field]) ? [{ name: field, value: textOf(json[field]), types }] : [],
      ),
      ...exportsOf(json['exports']).map((each) =>
        each.name === '.' && each.types === undefined ? { ...each, types } : each,
      ),
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
  const typesIn = (value: unknown): string => {
    const { types, import: module, require, default: any, node } = objectOf(value);
    if (typeof types === 'string') return types;
    return (
      [module, require, any, node].map((each) => (each ? typesIn(each) : '')).find(Boolean) ?? ''
    );
  };
  const entry = (name: string, value: unknown): Entry[] => {
    const types = typesIn(value);
    return first(value) ? [{ name, value: first(value), ...(types && { types }) }] : [];
  };
  const names = objectOf(exports);
  if (typeof exports === 'string' || !Object.keys(names).some((name) => name.startsWith('.'))) {
    return entry('.', exports);
  }
  return Object.entries(names)
    .filter(([name]) => name.startsWith('.') && !name.endsWith('package.json'))
    .slice(0, 15)
    .flatMap(([name, value]) => entry(name, value));
}

function readCargo(text: string): ReturnType<Reader> {
  const toml = objectOf(attempt(() => parse(text)));
  const own = objectOf(toml['package']);
  const lib = objectOf(toml['lib']);
  const rust = textOf(own['rust-version']);
  return {
    kind: 'cargo',
    name: textOf(own['name']),
    description: textOf(own['description']),
    requires: rust && `Rust ${rust}`,
    isPrivate: own['publish'] === false,
    isProgram: toml['bin'] !== undefined && toml['lib'] === undefined,
    entryPoints: [
      {
        name: (textOf(lib['name']) || textOf(own['name'])).replaceAll('-', '_'),
        value: textOf(lib['path']) || 'src/lib.rs',
      },
    ],
  };
}

/** The parent project has an artifact and a description too. */
function readMaven(text: string): ReturnType<Reader> {
  const own = text.replace(/<(parent|dependencies|build|modules|profiles)>[^]*?<\/\1>/g, '');
  const value = (tag: string) =>
    new RegExp(`<${tag}>([^<>]*)</${tag}>`).exec(own)?.[1]?.trim() ?? '';
  const description = value('description')
    .replace(/\s+/g, ' ')
    .replace(/^Parent (?:for|of|pom)\b.*/i, '');
  const name = value('artifactId').replace(/-(?:parent|aggregator|root)$/, '');
  return { kind: 'other', name, description };
}

function readComposer(text: string): ReturnType<Reader> {
  const json = objectOf(attempt(() => JSON.parse(text)));
  return {
    kind: 'other',
    name: textOf(json['name']),
    description: textOf(json['description']),
    isPrivate: json['type'] === 'project',
  };
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
