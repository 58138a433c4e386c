import { cHeaders } from './c-headers.ts';
import type { Declaration } from './declaration.ts';
import { goPackages } from './go-packages.ts';
import { javaPackages } from './java-packages.ts';
import { pythonModules } from './python-packages.ts';
import { rustCrates } from './rust-crates.ts';
import { scriptModules } from './script-packages.ts';
import type { Manifest } from '../facts/manifest.ts';
import type { Repository } from '../repository/repository.ts';

interface PublicName {
  /** `default` for a default export. */
  readonly name: string;
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
    ...rustCrates(repository, manifests),
    ...javaPackages(repository),
    ...cHeaders(repository),
  ].flatMap((module) => {
    const names = module.names.filter(({ declaration }) => !documented.has(declaration));
    for (const { declaration } of names) documented.add(declaration);
    return names.length > 0 ? [{ ...module, names }] : [];
  });
}
