import type { Ecosystem } from './ecosystems.ts';
import { releaseOf } from './release.ts';
import type { ReadText } from './text-reader.ts';

export interface Manifest {
  readonly name: string;
  /** Null: the package is private, or nothing may be said about where it is published. */
  readonly install: string | null;
  readonly version: string | null;
}

interface Package {
  readonly name: unknown;
  readonly version?: unknown;
  readonly isPrivate?: boolean;
  /** Without the name. */
  readonly command: string;
  readonly suffix?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** A name is put into a command that people paste into a shell: what the registry's own grammar
 * does not allow gives no command. */
const grammars: Readonly<Record<Ecosystem, RegExp>> = {
  npm: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/,
  pip: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
  go: /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:\/[A-Za-z0-9_~][A-Za-z0-9._~-]*)+$/,
  cargo: /^[A-Za-z][A-Za-z0-9_-]*$/,
  gem: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  composer: /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*$/,
};

const readers: Readonly<
  Record<Ecosystem, (files: readonly string[], read: ReadText) => Promise<Package | undefined>>
> = {
  async npm(_, read) {
    const { name, version, ...rest } = jsonOf(await read('package.json'));
    const { registry } = valuesOf(rest['publishConfig']);
    const isElsewhere = registry !== undefined && registry !== 'https://registry.npmjs.org/';
    // Only what has a version can be published.
    const isPrivate = rest['private'] === true || isElsewhere || typeof version !== 'string';
    const isProgram = 'bin' in rest && !['main', 'module', 'exports'].some((key) => key in rest);
    return { name, version, isPrivate, command: `npm install${isProgram ? ' --global' : ''}` };
  },

  async pip(_, read) {
    const command = 'pip install';
    const { project, tool } = await tomlOf(await read('pyproject.toml'));
    const { name, version, classifiers } = valuesOf(project);
    const isPrivate =
      Array.isArray(classifiers) && classifiers.some((each) => /^Private\b/i.test(String(each)));
    if (name !== undefined) return { name, version, isPrivate, command };
    const poetry = valuesOf(valuesOf(tool)['poetry']);
    if (poetry['name'] !== undefined) {
      const isApplication = poetry['package-mode'] === false;
      return {
        name: poetry['name'],
        version: poetry['version'],
        isPrivate: isApplication,
        command,
      };
    }
    const setup = /^\[metadata\]\n([^[]*)/m.exec((await read('setup.cfg')) ?? '')?.[1] ?? '';
    const field = (key: string) => new RegExp(`^${key}[ ]*=[ ]*(\\S+)$`, 'm').exec(setup)?.[1];
    const script = /\bsetup\([^]{0,2000}?\bname\s*=\s*["']([^"']+)["']/;
    const fullName =
      field('name') ?? script.exec((await read('setup.py'))?.slice(0, 100_000) ?? '')?.[1];
    return {
      name: fullName,
      version: field('version'),
      isPrivate: /^Private\b/m.test(setup),
      command,
    };
  },

  async go(files, read) {
    const name = /^module[ \t]+"?([^\s"]+)"?[ \t]*(?:\/\/.*)?$/m.exec(
      (await read('go.mod')) ?? '',
    )?.[1];
    // Reserved for documentation: nothing can be fetched from there.
    const isPrivate = /^example\.(?:com|org|net)\b/.test(name ?? '');
    const isProgram = /^package main$/m.test((await read('main.go')) ?? '');
    const programs = files.filter((path) => /^cmd\/[A-Za-z0-9_-]+\/main\.go$/.test(path));
    const hasPackage = files.some((path) => /^[^/]+\.go$/.test(path));
    const [program] = isProgram || hasPackage || programs.length !== 1 ? [] : programs;
    const suffix = `${program === undefined ? '' : `/${program.replace(/\/main\.go$/, '')}`}@latest`;
    const command = isProgram || program !== undefined ? 'go install' : 'go get';
    return { name, isPrivate, command, suffix };
  },

  async cargo(files, read) {
    const { package: own, lib } = await tomlOf(await read('Cargo.toml'));
    const { name, version, publish } = valuesOf(own);
    const isPrivate = publish === false || Array.isArray(publish);
    const isProgram =
      files.includes('src/main.rs') && !files.includes('src/lib.rs') && lib === undefined;
    return { name, version, isPrivate, command: isProgram ? 'cargo install' : 'cargo add' };
  },

  async gem(files, read) {
    const specification = files.find((path) => /^[^/]+\.gemspec$/.test(path)) ?? '';
    const text = (await read(specification)) ?? '';
    const name = /\.name\s{0,9}=\s{0,9}["']([^"'\n]+)["']/.exec(text)?.[1];
    const host = /allowed_push_host["']\]\s{0,9}=\s{0,9}["']([^"'\n]*)/.exec(text)?.[1];
    const isPrivate = host !== undefined && host !== 'https://rubygems.org';
    return { name, isPrivate, command: 'gem install' };
  },

  async composer(_, read) {
    const { name, version, type } = jsonOf(await read('composer.json'));
    return { name, version, isPrivate: type === 'project', command: 'composer require' };
  },
};

/** The package of the repository's root. Undefined: there is none, or its name is not allowed. */
export async function readManifest(
  ecosystem: Ecosystem,
  files: readonly string[],
  read: ReadText,
): Promise<Manifest | undefined> {
  const manifest = await readers[ecosystem](files, read);
  if (!manifest) return undefined;
  const { name, version, isPrivate = false, command, suffix = '' } = manifest;
  if (typeof name !== 'string' || name.length > 214) return undefined;
  if (!grammars[ecosystem].test(name) || name.includes('..')) return undefined;
  return {
    name,
    install: isPrivate ? null : `${command} ${name}${suffix}`,
    version: releaseOf(version) ?? null,
  };
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function jsonOf(text: string | undefined): Values {
  try {
    return valuesOf(JSON.parse(text ?? ''));
  } catch {
    return {};
  }
}

async function tomlOf(text: string | undefined): Promise<Values> {
  const { parse } = await import('smol-toml');
  try {
    return parse(text ?? '');
  } catch {
    return {};
  }
}
