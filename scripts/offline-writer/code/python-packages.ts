import { exportedNames } from './exported-names.ts';
import type { PublicModule } from './public-api.ts';
import { readPythonModule } from './python-module.ts';
import { parseSource } from './syntax.ts';
import { resolvePython } from './resolve-module.ts';
import { folderOf, type Repository } from '../repository/repository.ts';

const isPrivate = /(?:^|\/)(?:scripts?|tools?|migrations)\//;

/** The modules of packages whose name has no underscore at its start; a package comes first. */
export function pythonModules(repository: Repository): PublicModule[] {
  const { namesOf, read } = exportedNames({
    parse: (path) => readPythonModule(parseSource(repository, path)),
    locate: (from, name) => resolvePython(repository, from, name),
  });
  const modules = repository.sources().flatMap((path) => {
    if (!path.endsWith('.py') || isPrivate.test(path)) return [];
    let root = folderOf(path);
    while (root !== '' && repository.has(`${root}/__init__.py`)) root = folderOf(root);
    const stem = path.slice(root === '' ? 0 : root.length + 1, -'.py'.length);
    const parts = stem.replace(/\/__init__$/, '').split('/');
    if (parts.some((part) => part.startsWith('_'))) return [];
    return [{ path, name: parts.join('.'), isLoose: folderOf(path) === root, root }];
  });
  const inPackage = modules.filter(({ isLoose, root }) => !isLoose || /^(?:src)?$/.test(root));
  return (inPackage.some(({ isLoose }) => !isLoose) ? inPackage : modules)
    .map(({ path, name, isLoose, root }) => ({
      name,
      family: isLoose ? root : name.replace(/\..*$/, ''),
      about: read(path).about ?? '',
      names: [...namesOf(path)].map(([own, declaration]) => ({ name: own, declaration })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
