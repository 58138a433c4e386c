import type { ReadText } from './text-reader.ts';

/** What a manifest says of its project. */
export interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  /** It is not published where everybody can install it. */
  readonly isPrivate?: boolean;
  /** It describes no library. */
  readonly isProgram?: boolean;
  /** Commands that it installs. */
  readonly commands?: readonly string[];
  readonly runner?: Runner;
  /** Scripts and targets of the runner; `*`: names are made while it runs. */
  readonly scripts?: readonly string[];
}

export type Runner = 'npm' | 'make' | 'just' | 'tox' | 'nox';

/** What the repository's manifests define. */
export interface Manifests {
  readonly commands: ReadonlySet<string>;
  /** Absent: no manifest of that runner, or one that another program writes. */
  readonly scripts: ReadonlyMap<Runner, ReadonlySet<string>>;
}

const maxManifests = 200;

const kinds: readonly (readonly [RegExp, (text: string) => Manifest | Promise<Manifest>])[] = [
  [/(?:^|\/)package\.json$/, readNpm],
  [/(?:^|\/)composer\.json$/, readComposer],
  [/(?:^|\/)pyproject\.toml$/, readPyproject],
  [/(?:^|\/)setup\.cfg$/, readSetupSettings],
  [/(?:^|\/)setup\.py$/, readSetupScript],
  [/(?:^|\/)Cargo\.toml$/, readCargo],
  [/(?:^|\/)go\.mod$/, readGo],
  [/\.gemspec$/, readGem],
  [/(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/, readMakefile],
  [/(?:^|\/)\.?[Jj]ustfile$/, readJustfile],
  [/(?:^|\/)tox\.ini$/, readTox],
  [/(?:^|\/)noxfile\.py$/, (text) => ({ runner: 'nox', scripts: words(text, /[\w.-]+/g) })],
];

export async function readManifests(files: readonly string[], read: ReadText): Promise<Manifests> {
  const commands = new Set<string>();
  const scripts = new Map<Runner, Set<string>>();
  const isManifest = (path: string) => kinds.some(([pattern]) => pattern.test(path));
  for (const path of files.filter(isManifest).slice(0, maxManifests)) {
    const manifest = await readManifest(path, read);
    for (const command of manifest.commands ?? []) commands.add(command);
    const { runner, scripts: own } = manifest;
    if (runner) scripts.set(runner, new Set([...(scripts.get(runner) ?? []), ...(own ?? [])]));
  }
  for (const path of files) {
    const command = /(?:^|\/)cmd\/([\w.-]+)\/main\.go$/.exec(path)?.[1];
    if (command !== undefined) commands.add(command);
    // CMake, Autotools and others write the makefile.
    if (
      /(?:^|\/)(?:CMakeLists\.txt|configure(?:\.ac|\.in)?|Makefile\.\w+|meson\.build)$/.test(path)
    ) {
      scripts.delete('make');
    }
  }
  return { commands, scripts };
}

/** Absent, or not to be parsed: nothing is said. */
export async function readManifest(path: string, read: ReadText): Promise<Manifest> {
  const text = await read(path);
  const parse = kinds.find(([pattern]) => pattern.test(path))?.[1];
  return text === undefined || !parse ? {} : parse(text);
}

function readNpm(text: string): Manifest {
  const { name, version, scripts, bin, ...rest } = jsonOf(text);
  const { registry } = valuesOf(rest['publishConfig']);
  const isElsewhere = registry !== undefined && registry !== 'https://registry.npmjs.org/';
  const own = typeof bin === 'string' ? [String(name).replace(/^.*\//, '')] : [];
  return {
    name,
    version,
    // Only what has a version can be published.
    isPrivate: rest['private'] === true || isElsewhere || typeof version !== 'string',
    isProgram: bin !== undefined && !['main', 'module', 'exports'].some((key) => key in rest),
    commands: [...own, ...keysOf(bin)],
    runner: 'npm',
    scripts: keysOf(scripts),
  };
}

function readComposer(text: string): Manifest {
  const { name, version, type } = jsonOf(text);
  return { name, version, isPrivate: type === 'project' };
}

async function readPyproject(text: string): Promise<Manifest> {
  const { project, tool } = await tomlOf(text);
  const own = valuesOf(project);
  const poetry = valuesOf(valuesOf(tool)['poetry']);
  const { name, version } = own['name'] === undefined ? poetry : own;
  const classifiers = Array.isArray(own['classifiers']) ? own['classifiers'] : [];
  return {
    name,
    version,
    isPrivate:
      classifiers.some((each) => /^Private\b/i.test(String(each))) ||
      poetry['package-mode'] === false,
    commands: [own['scripts'], own['gui-scripts'], poetry['scripts']].flatMap(keysOf),
    ...(/^\[tool\.tox/m.test(text) && readTox(text)),
  };
}

function readSetupSettings(text: string): Manifest {
  const metadata = /^\[metadata\]\n([^[]*)/m.exec(text)?.[1] ?? '';
  const field = (key: string) => new RegExp(`^${key}[ ]*=[ ]*(\\S+)$`, 'm').exec(metadata)?.[1];
  const isPrivate = /^Private\b/m.test(metadata);
  return { name: field('name'), version: field('version'), isPrivate, commands: entryPoints(text) };
}

function readSetupScript(text: string): Manifest {
  const name = /\bsetup\([^]{0,2000}?\bname\s*=\s*["']([^"']+)["']/.exec(text.slice(0, 100_000));
  return { name: name?.[1], commands: entryPoints(text) };
}

function entryPoints(text: string): string[] {
  if (!text.includes('console_scripts')) return [];
  return words(text, /(?<![\w.-])([\w.-]+)[ \t]*=[ \t]*[\w.]+:\w/g);
}

async function readCargo(text: string): Promise<Manifest> {
  const { package: own, lib, bin } = await tomlOf(text);
  const { name, version, publish } = valuesOf(own);
  const names = [name, ...(Array.isArray(bin) ? bin.map((each) => valuesOf(each)['name']) : [])];
  return {
    name,
    version,
    isPrivate: publish === false || Array.isArray(publish),
    isProgram: lib === undefined,
    commands: names.filter((each) => typeof each === 'string'),
  };
}

function readGo(text: string): Manifest {
  const name = /^module[ \t]+"?([^\s"]+)"?[ \t]*(?:\/\/.*)?$/m.exec(text)?.[1];
  // Reserved for documentation: nothing can be fetched from there.
  return { name, isPrivate: /^example\.(?:com|org|net)\b/.test(name ?? '') };
}

function readGem(text: string): Manifest {
  const name = /\.name\s{0,9}=\s{0,9}["']([^"'\n]+)["']/.exec(text)?.[1];
  const host = /allowed_push_host["']\]\s{0,9}=\s{0,9}["']([^"'\n]*)/.exec(text)?.[1];
  return { name, isPrivate: host !== undefined && host !== 'https://rubygems.org' };
}

function readMakefile(text: string): Manifest {
  const targets = words(text, /^([\w./ \t-]+):(?!=)/gm);
  // A pattern rule or an included file makes any target.
  const isOpen = /^%[\w.-]*[ \t]*:|^-?include\b|^\$\(/m.test(text);
  const scripts = [...targets, ...words(text, /^\.PHONY[ \t]*:(.*)$/gm), ...(isOpen ? ['*'] : [])];
  return { runner: 'make', scripts };
}

function readJustfile(text: string): Manifest {
  const recipes = words(text, /^@?([\w-]+)(?![\w-])[^:\n]{0,200}:(?!=)/gm);
  const isOpen = /^(?:import|mod)\b/m.test(text);
  const scripts = [...recipes, ...words(text, /^alias[ \t]+([\w-]+)/gm), ...(isOpen ? ['*'] : [])];
  return { runner: 'just', scripts };
}

function readTox(text: string): Manifest {
  // `unit-{a,b}` makes names.
  const isOpen = /\{[^{}\n]{0,200},/.test(text);
  return { runner: 'tox', scripts: [...words(text, /[\w.-]+/g), ...(isOpen ? ['*'] : [])] };
}

/** The words that the pattern finds, or its first group. */
function words(text: string, pattern: RegExp): string[] {
  const matches = [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
  return matches.flatMap((match) => match.split(/\s+/)).filter((word) => word !== '');
}

type Values = Readonly<Record<string, unknown>>;

function valuesOf(value: unknown): Values {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Values) : {};
}

function keysOf(value: unknown): string[] {
  return Object.keys(valuesOf(value));
}

function jsonOf(text: string): Values {
  try {
    return valuesOf(JSON.parse(text));
  } catch {
    return {};
  }
}

async function tomlOf(text: string): Promise<Values> {
  const { parse } = await import('smol-toml');
  try {
    return parse(text);
  } catch {
    return {};
  }
}
