import { folderOf, languageOf, type Repository } from '../repository.ts';

export interface Import {
  readonly from: string;
  /** A file of the repository. Undefined: a package. */
  readonly file: string | undefined;
  readonly name: string;
  readonly line: number;
}

/** The imports of all source files in the supported languages. */
export function readImports(repository: Repository, goModule: string): Import[] {
  return repository.sources().flatMap((path) => {
    const language = languageOf(path);
    if (language === 'Python') return pythonImports(repository, path);
    if (language === 'Go') return goImports(repository, path, goModule);
    return scriptImports(repository, path);
  });
}

function scriptImports(repository: Repository, path: string): Import[] {
  return repository.lines(path).flatMap((line, index) => {
    if (line.length > 500) return [];
    const found =
      /^(?:import|export)\b[^'"]{0,400}['"]([^'"]{1,300})['"]/.exec(line) ??
      /^\}\s*from\s*['"]([^'"]{1,300})['"]/.exec(line) ??
      /\b(?:require|import)\(\s*['"]([^'"]{1,300})['"]\s*\)/.exec(line);
    const name = found?.[1];
    if (name === undefined) return [];
    return [{ from: path, file: resolveScript(repository, path, name), name, line: index + 1 }];
  });
}

function resolveScript(repository: Repository, from: string, name: string): string | undefined {
  // `#core/…` and `@/…` usually mean the root.
  const target = name.startsWith('.')
    ? join(folderOf(from), name)
    : /^(?:#|@\/|~\/)/.test(name)
      ? name.replace(/^(?:#\/?|@\/|~\/)/, '')
      : undefined;
  if (target === undefined) return undefined;
  const stem = target.replace(/\.[cm]?jsx?$/, '');
  const endings = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'];
  const places = [target, ...endings.flatMap((ending) => [stem + ending, `src/${stem}${ending}`])];
  return places.find((place) => repository.has(place));
}

function pythonImports(repository: Repository, path: string): Import[] {
  return repository.lines(path).flatMap((line, index) => {
    const found = /^\s*(?:from\s+(\.*[\w.]*)\s+import\s+\(?\s*(\w+)?|import\s+([\w.]+))/.exec(line);
    if (!found) return [];
    const name = found[1] ?? found[3] ?? '';
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    const parts = name.slice(dots).split('.').filter(Boolean);
    const base = dots > 0 ? folderOf(path).split('/').filter(Boolean) : [];
    const folder = base.slice(0, base.length - Math.max(0, dots - 1));
    const stem = [...folder, ...parts].join('/');
    const inner = found[2] === undefined ? stem : `${stem}/${found[2]}`.replace(/^\//, '');
    const file = [`${inner}.py`, `${stem}.py`, `${stem}/__init__.py`]
      .flatMap((place) => [place, `src/${place}`])
      .find((place) => place !== path && repository.has(place));
    return [{ from: path, file, name, line: index + 1 }];
  });
}

function goImports(repository: Repository, path: string, module: string): Import[] {
  let inBlock = false;
  return repository.lines(path).flatMap((line, index) => {
    if (/^import\s*\(/.test(line)) inBlock = true;
    else if (inBlock && line.startsWith(')')) inBlock = false;
    const name =
      inBlock || /^import\s/.test(line) ? /"([^"\n]{1,300})"/.exec(line)?.[1] : undefined;
    if (name === undefined) return [];
    const isOwn = module !== '' && (name === module || name.startsWith(`${module}/`));
    const folder = isOwn ? name.slice(module.length + 1) : '';
    const file = isOwn
      ? repository.sources().find((each) => folderOf(each) === folder && each.endsWith('.go'))
      : undefined;
    return [{ from: path, file, name, line: index + 1 }];
  });
}

function join(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
