import { type Manifest, readManifest } from '../../evidence/manifests.ts';
import type { ReadText } from '../../evidence/text-reader.ts';
import type { Ecosystem } from './ecosystems.ts';
import { mainPackage } from './main-package.ts';
import { releaseOf } from './release.ts';

export interface Package {
  readonly name: string;
  /** Null: the package is private, or nothing may be said about where it is published. */
  readonly install: string | null;
  readonly version: string | null;
}

const maxPackages = 200;
const notProduct =
  /(?:^|\/)(?:examples?|tests?|fixtures|docs?|playgrounds?|templates?|bench(?:marks?)?)\//;

/** The packages below the root that are published. */
async function publicPackages(
  manifests: readonly string[],
  files: readonly string[],
  read: ReadText,
): Promise<(Manifest & { readonly name: string })[]> {
  const paths = files.filter(
    (path) =>
      manifests.some((file) => path.endsWith(`/${file}`)) &&
      path.split('/').length <= 4 &&
      !notProduct.test(path),
  );
  const all = await Promise.all(
    paths.slice(0, maxPackages).map((path) => readManifest(path, read)),
  );
  return all.flatMap(({ name, ...rest }) =>
    typeof name === 'string' && !rest.isPrivate ? [{ ...rest, name }] : [],
  );
}

interface Registry {
  /** Files of the root: the first that has the name counts. */
  readonly manifests: readonly string[];
  /** A name is put into a command that people paste into a shell: what the registry's own grammar
   * does not allow gives no command. */
  readonly grammar: RegExp;
  readonly install: (name: string, about: About) => string | Promise<string>;
}

interface About {
  readonly manifest: Manifest;
  readonly files: readonly string[];
  readonly read: ReadText;
}

const registries: Readonly<Record<Ecosystem, Registry>> = {
  npm: {
    manifests: ['package.json'],
    grammar: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/,
    install: (name, { manifest }) => `npm install ${manifest.isProgram ? '--global ' : ''}${name}`,
  },
  pip: {
    manifests: ['pyproject.toml', 'setup.cfg', 'setup.py'],
    grammar: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    install: (name) => `pip install ${name}`,
  },
  go: {
    manifests: ['go.mod'],
    grammar: /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:\/[A-Za-z0-9_~][A-Za-z0-9._~-]*)+$/,
    async install(name, { files, read }) {
      if (/^package main$/m.test((await read('main.go')) ?? '')) return `go install ${name}@latest`;
      const programs = files.filter((path) => /^cmd\/[A-Za-z0-9_-]+\/main\.go$/.test(path));
      const hasPackage = files.some((path) => /^[^/]+\.go$/.test(path));
      const [program] = hasPackage || programs.length !== 1 ? [] : programs;
      if (program === undefined) return `go get ${name}@latest`;
      return `go install ${name}/${program.replace(/\/main\.go$/, '')}@latest`;
    },
  },
  cargo: {
    manifests: ['Cargo.toml'],
    grammar: /^[A-Za-z][A-Za-z0-9_-]*$/,
    install(name, { manifest, files }) {
      const hasLibrary = files.includes('src/lib.rs') || !manifest.isProgram;
      const hasProgram = files.includes('src/main.rs') || (manifest.commands ?? []).length > 1;
      const isProgram = hasProgram && !hasLibrary;
      return `cargo ${isProgram ? 'install' : 'add'} ${name}`;
    },
  },
  gem: {
    manifests: ['*.gemspec'],
    grammar: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    install: (name) => `gem install ${name}`,
  },
  composer: {
    manifests: ['composer.json'],
    grammar: /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*$/,
    install: (name) => `composer require ${name}`,
  },
};

interface Repository {
  readonly name: string;
  readonly files: readonly string[];
  readonly read: ReadText;
}

export function isPackageName(ecosystem: Ecosystem, name: string): boolean {
  return !name.includes('..') && name.length <= 214 && registries[ecosystem].grammar.test(name);
}

/** The package of the repository's root, or the main one below a root that is not published.
 * Undefined: there is none, or its name is not allowed. */
export async function readPackage(
  ecosystem: Ecosystem,
  { name: project, files, read }: Repository,
): Promise<Package | undefined> {
  const { manifests, install } = registries[ecosystem];
  let manifest: Manifest = {};
  for (const path of manifests) {
    const file = path.startsWith('*') ? files.find((each) => /^[^/]+\.gemspec$/.test(each)) : path;
    manifest = { ...manifest, ...(await readManifest(file ?? '', read)) };
    if (manifest.name !== undefined) break;
  }
  if (manifest.name === undefined || manifest.isPrivate) {
    const hints = [typeof manifest.name === 'string' ? manifest.name : '', project];
    const packages = await publicPackages(manifests, files, read);
    manifest = mainPackage(packages, hints) ?? manifest;
  }
  const { name, version, isPrivate } = manifest;
  if (typeof name !== 'string' || !isPackageName(ecosystem, name)) return undefined;
  return {
    name,
    install: isPrivate ? null : await install(name, { manifest, files, read }),
    version: releaseOf(version) ?? null,
  };
}
