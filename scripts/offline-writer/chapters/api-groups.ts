import type { ModuleApi } from '../code/declaration.ts';
import { readGoApi } from '../code/go-api.ts';
import { readPythonApi } from '../code/python-api.ts';
import { folderOf, languageOf, type Language, type Repository } from '../repository.ts';
import { readScriptApi } from '../code/script-api.ts';

export interface ApiGroup {
  /** Empty for the root. */
  readonly folder: string;
  readonly modules: readonly ModuleApi[];
}

const maxFiles = 4_000;
const maxGroups = 30;

const readers: Readonly<Record<Language, (repository: Repository, path: string) => ModuleApi>> = {
  TypeScript: readScriptApi,
  JavaScript: readScriptApi,
  Python: readPythonApi,
  Go: readGoApi,
};

export function readModules(repository: Repository): ModuleApi[] {
  return repository
    .sources()
    .slice(0, maxFiles)
    .map((path) => readers[languageOf(path) as Language](repository, path));
}

/** One group per folder with an API. Deep folders join their parents until the groups fit into a
 * table of contents. */
export function groupModules(modules: readonly ModuleApi[]): ApiGroup[] {
  const offering = modules.filter(
    ({ path, declarations, passesOn }) =>
      declarations.length + passesOn.length > 0 && !/(?:^|\/)scripts?\//.test(path),
  );
  for (let depth = 8; ; depth--) {
    const groups = new Map<string, ModuleApi[]>();
    for (const module of offering) {
      const folder = folderOf(module.path).split('/').slice(0, depth).join('/');
      groups.set(folder, [...(groups.get(folder) ?? []), module]);
    }
    if (groups.size <= maxGroups || depth === 1) {
      const all = [...groups].map(([folder, members]) => ({ folder, modules: members }));
      const telling = all.filter((group) => group.modules.some((each) => each.declarations.length));
      return telling.slice(0, maxGroups);
    }
  }
}
