import { readHeader } from './c-module.ts';
import { noDoc, type Declaration } from './declaration.ts';
import { doxygen } from './doxygen.ts';
import type { PublicModule } from './public-api.ts';
import { withoutMarks } from './syntax.ts';
import { fileOf, type Repository } from '../repository/repository.ts';

const isPrivate =
  /(?:^|\/)(?:internal|private|detail|details|impl|deps|contrib|external|extern|3rdparty)\/|(?:^|[-_/])(?:int|internal|private|priv|impl)\.h/;
const buildFile = /(?:^|\/)(?:CMakeLists\.txt|Makefile(?:\.am|\.in)?|meson\.build)$/;
const installs = /install|_HEADERS\b|public/i;

/** The headers that are installed, one module each. */
export function cHeaders(repository: Repository): PublicModule[] {
  const headers = installedHeaders(repository).map((path) => ({
    path,
    ...readHeader(repository, path),
  }));
  const all = headers.flatMap(({ declarations }) => declarations);
  const bare = all.filter(({ kind, doc }) => kind === 'function' && doc === noDoc);
  const comments = commentsOf(repository, new Set(bare.map(({ name }) => name)));
  return headers.map(({ path, about, declarations }) => {
    const names = declarations.map((declaration): Declaration => {
      const comment = comments.get(declaration.name);
      const isBare = comment !== undefined && declaration.doc === noDoc;
      return isBare ? { ...declaration, doc: doxygen(comment) } : declaration;
    });
    return {
      name: nameOf(path),
      family: '',
      about,
      names: names.map((declaration) => ({ name: declaration.name, declaration })),
    };
  });
}

/** As a program includes it. */
function nameOf(path: string): string {
  const include = /(?:^|\/)include\/(.*)$/.exec(path)?.[1];
  return include ?? fileOf(path);
}

/** Those below `include`, else those that a build file installs, else those of the root. */
function installedHeaders(repository: Repository): string[] {
  const headers = repository
    .sources()
    .filter((path) => /\.(?:h|hh|hpp|hxx)$/.test(path) && !isPrivate.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const included = headers.filter((path) => /(?:^|\/)include\//.test(path));
  if (included.length > 0) return included;
  const names = new Set(
    repository.paths
      .filter((path) => buildFile.test(path) && path.split('/').length <= 2)
      .flatMap((path) => headersIn(repository.text(path))),
  );
  const own = headers.filter((path) => names.has(fileOf(path)));
  return own.length > 0 ? own : headers.filter((path) => !path.includes('/'));
}

/** The names of headers in the statements of a build file that install them. */
function headersIn(text: string): string[] {
  const statements = text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/#.*$/, ''))
    .join('\n')
    .replace(/\(([^()]{0,4000})\)/g, (all) => all.replaceAll('\n', ' '));
  return statements
    .split('\n')
    .filter((line) => installs.test(line) && !/noinst|private/i.test(line))
    .flatMap((line) => (line.match(/[\w.-]+\.(?:h|hh|hpp|hxx)\b/g) ?? []).map(String));
}

/** Comments above the definitions of functions, by name: some libraries describe them there. */
function commentsOf(repository: Repository, names: ReadonlySet<string>): Map<string, string> {
  const comments = new Map<string, string>();
  if (names.size === 0) return comments;
  for (const path of repository.sources()) {
    if (!path.endsWith('.c')) continue;
    const text = repository.text(path);
    for (const { 1: name = '', index } of text.matchAll(
      /^[A-Za-z_][\w \t*()]{0,120}?\b(\w+)[ \t]*\(/gm,
    )) {
      if (!names.has(name) || comments.has(name)) continue;
      const above = text.slice(Math.max(0, index - 4_000), index);
      if (!above.endsWith('*/\n')) continue;
      const comment = above.slice(above.lastIndexOf('/*')).trim();
      if (/^\/\*/.test(comment)) comments.set(name, withoutMarks(comment));
    }
  }
  return comments;
}
