import type { Declaration } from './declaration.ts';
import { readGoFile, type GoFile } from './go-module.ts';
import type { PublicModule } from './public-api.ts';
import { parseSource } from './syntax.ts';
import type { Manifest } from '../facts/manifest.ts';
import { folderOf, type Repository } from '../repository/repository.ts';

const order: readonly Declaration['kind'][] = ['type', 'function', 'value'];

/** The packages that others may import, the one of the root first. */
export function goPackages(repository: Repository, manifests: readonly Manifest[]): PublicModule[] {
  const folders = new Map<string, GoFile[]>();
  for (const path of repository.sources()) {
    const folder = folderOf(path);
    if (!path.endsWith('.go') || /(?:^|\/)internal(?:\/|$)/.test(folder)) continue;
    const file = readGoFile(parseSource(repository, path));
    if (file.name !== 'main') folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].map(([folder, files]) => {
    const module = manifests.findLast(
      ({ kind, path }) => kind === 'go' && `${folder}/`.startsWith(folderOf(path)),
    );
    const root = (module?.name ?? '').replace(/\/v\d+$/, '').replace(/^.*\//, '');
    const rest = module ? folder.slice(folderOf(module.path).length).replace(/^\//, '') : folder;
    const declarations = new Map<string, Declaration>();
    // Files for other platforms declare the same names: the first one counts.
    for (const declaration of files.flatMap((file) => [...file.declarations.values()]).reverse()) {
      const methods = files.flatMap((file) => file.methods.get(declaration.name) ?? []);
      const members = [...declaration.members, ...methods];
      declarations.set(declaration.name, { ...declaration, members });
    }
    const sorted = [...declarations.values()].sort(
      (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : 1),
    );
    return {
      name: [root, rest].filter(Boolean).join('/') || (files[0]?.name ?? ''),
      family: root,
      about: files.find(({ about }) => about)?.about ?? '',
      names: sorted.map((declaration) => ({ name: declaration.name, declaration })),
    };
  });
}
