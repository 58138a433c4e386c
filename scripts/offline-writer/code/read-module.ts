import type { ModuleApi } from './declaration.ts';
import { readGoFile } from './go-module.ts';
import { readPythonModule } from './python-module.ts';
import { readScriptModule } from './script-module.ts';
import { parseSource } from './syntax.ts';
import { languageOf, type Repository } from '../repository.ts';

const read = new WeakMap<Repository, Map<string, ModuleApi>>();

export function readModule(repository: Repository, path: string): ModuleApi {
  const modules = read.get(repository) ?? new Map<string, ModuleApi>();
  read.set(repository, modules);
  const known = modules.get(path);
  if (known) return known;
  const language = languageOf(path);
  const reader =
    language === 'Python' ? readPythonModule : language === 'Go' ? readGoFile : readScriptModule;
  const module = reader(parseSource(repository, path));
  modules.set(path, module);
  return module;
}
