import type { Tree } from '#core/platform/ports/trees.ts';

/** What the repository's manifests define. */
export interface Manifests {
  /** Commands that the project installs. */
  readonly commands: ReadonlySet<string>;
  /** Scripts and targets by their runner; absent: no manifest of that runner, or one that makes
   * names while it runs. */
  readonly scripts: ReadonlyMap<Runner, ReadonlySet<string>>;
}

export type Runner = 'npm' | 'make' | 'just' | 'tox' | 'nox';

const maxFileBytes = 512 * 1024;
const maxManifests = 200;

const kinds: readonly (readonly [RegExp, (text: string, into: Into) => void])[] = [
  [/(?:^|\/)package\.json$/, readPackage],
  [/(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/, readMakefile],
  [/(?:^|\/)\.?[Jj]ustfile$/, readJustfile],
  [/(?:^|\/)pyproject\.toml$/, readPyproject],
  [/(?:^|\/)tox\.ini$/, readTox],
  [/(?:^|\/)noxfile\.py$/, (text, into) => add(into, 'nox', text, /[\w.-]+/g)],
  [/(?:^|\/)setup\.(?:py|cfg)$/, readSetup],
  [/(?:^|\/)Cargo\.toml$/, readCargo],
];

interface Into {
  readonly commands: Set<string>;
  readonly scripts: Map<Runner, Set<string>>;
}

export async function readManifests(
  tree: Pick<Tree, 'read'>,
  files: readonly string[],
): Promise<Manifests> {
  const into: Into = { commands: new Set(), scripts: new Map() };
  const manifests = files.flatMap((path) => {
    const read = kinds.find(([pattern]) => pattern.test(path))?.[1];
    return read ? [{ path, read }] : [];
  });
  for (const { path, read } of manifests.slice(0, maxManifests)) {
    const bytes = await tree.read(path, maxFileBytes);
    if (bytes) read(new TextDecoder().decode(bytes), into);
  }
  for (const path of files) {
    const command = /(?:^|\/)cmd\/([\w.-]+)\/main\.go$/.exec(path)?.[1];
    if (command !== undefined) into.commands.add(command);
    // CMake, Autotools and others write the makefile.
    if (
      /(?:^|\/)(?:CMakeLists\.txt|configure(?:\.ac|\.in)?|Makefile\.\w+|meson\.build)$/.test(path)
    ) {
      into.scripts.delete('make');
    }
  }
  return into;
}

function readPackage(text: string, { commands, scripts }: Into): void {
  const manifest = jsonObject(text);
  const names = scripts.get('npm') ?? new Set();
  for (const name of Object.keys(objectOf(manifest['scripts']))) names.add(name);
  scripts.set('npm', names);
  const { name, bin } = manifest;
  if (typeof bin === 'string' && typeof name === 'string') commands.add(name.replace(/^.*\//, ''));
  for (const command of Object.keys(objectOf(bin))) commands.add(command);
}

function readMakefile(text: string, into: Into): void {
  add(into, 'make', text, /^([\w./ \t-]+):(?!=)/gm);
  add(into, 'make', text, /^\.PHONY[ \t]*:(.*)$/gm);
  // A pattern rule or an included file makes any target.
  if (/^%[\w.-]*[ \t]*:|^-?include\b|^\$\(/m.test(text)) into.scripts.get('make')?.add('*');
}

function readJustfile(text: string, into: Into): void {
  add(into, 'just', text, /^@?([\w-]+)(?![\w-])[^:\n]{0,200}:(?!=)/gm);
  add(into, 'just', text, /^alias[ \t]+([\w-]+)/gm);
  if (/^(?:import|mod)\b/m.test(text)) into.scripts.get('just')?.add('*');
}

function readPyproject(text: string, into: Into): void {
  for (const section of text.split(/^(?=\[)/m)) {
    const header = section.slice(0, section.indexOf(']') + 1);
    if (!/^\[(?:project\.(?:gui-)?scripts|tool\.poetry\.scripts)\]$/.test(header)) continue;
    for (const [, name = ''] of section.matchAll(/^["']?([\w.-]+)["']?[ \t]*=/gm)) {
      into.commands.add(name);
    }
  }
  if (/^\[tool\.tox/m.test(text)) readTox(text, into);
}

function readTox(text: string, into: Into): void {
  add(into, 'tox', text, /[\w.-]+/g);
  // `unit-{a,b}` makes names.
  if (/\{[^{}\n]{0,200},/.test(text)) into.scripts.get('tox')?.add('*');
}

function readSetup(text: string, { commands }: Into): void {
  if (!text.includes('console_scripts')) return;
  for (const [, name = ''] of text.matchAll(/(?<![\w.-])([\w.-]+)[ \t]*=[ \t]*[\w.]+:\w/g)) {
    commands.add(name);
  }
}

function readCargo(text: string, { commands }: Into): void {
  for (const section of text.split(/^(?=\[)/m)) {
    if (!/^\[(?:package\]|\[bin\]\])/.test(section)) continue;
    const name = /^name[ \t]*=[ \t]*"([\w-]+)"/m.exec(section)?.[1];
    if (name !== undefined) commands.add(name);
  }
}

/** Adds the words that the pattern finds, or its first group. */
function add({ scripts }: Into, runner: Runner, text: string, pattern: RegExp): void {
  const names = scripts.get(runner) ?? new Set();
  for (const match of text.matchAll(pattern)) {
    for (const name of (match[1] ?? match[0]).split(/\s+/)) if (name !== '') names.add(name);
  }
  scripts.set(runner, names);
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}
