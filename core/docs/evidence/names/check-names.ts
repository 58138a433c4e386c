import { setImmediate as turn } from 'node:timers/promises';
import type { Tree } from '#core/platform/ports/trees.ts';
import { findWords } from './find-words.ts';
import { readManifests } from '../manifests.ts';
import { textReader } from '../text-reader.ts';
import type { Name, NameKind } from './name.ts';
import { firstPart, lastPart, namesInPage } from './page-names.ts';

export interface PageNames {
  readonly page: string;
  readonly checked: number;
  readonly found: number;
  readonly missing: readonly { readonly name: string; readonly kind: NameKind }[];
}

const maxFiles = 20_000;
const maxMissing = 100;

/** Looks up what the pages name: files in the tree, scripts in the manifests, and variables,
 * identifiers and flags as words in the repository's text files. A name that is not there may still
 * be right: it is counted, never removed. */
export async function checkNames(
  tree: Pick<Tree, 'files' | 'read'>,
  pages: readonly { readonly slug: string; readonly markdown: string }[],
  signal: AbortSignal,
): Promise<PageNames[]> {
  const files = await tree.files(maxFiles);
  const manifests = await readManifests(files, textReader(tree));
  const namesByPage: { page: string; names: Name[] }[] = [];
  for (const { slug, markdown } of pages) {
    await turn();
    namesByPage.push({ page: slug, names: namesInPage(markdown, manifests) });
  }
  const searchWords = new Set(namesByPage.flatMap(({ names }) => names.flatMap(wordsOf)));
  const words = await findWords(tree, files, searchWords, signal);
  const isWhole = words.isWhole && files.length < maxFiles;
  const places = placesOf(files);

  const results: PageNames[] = [];
  for (const { page, names } of namesByPage) {
    // A file's name is compared with those of all files.
    await turn();
    const lookups = names.map((name) => ({ name, isFound: isFound(name) }));
    const missing = lookups.flatMap(({ name: { name, kind }, isFound: is }) =>
      is === false ? { name, kind } : [],
    );
    const foundCount = lookups.filter((each) => each.isFound === true).length;
    const checked = foundCount + missing.length;
    results.push({ page, checked, found: foundCount, missing: missing.slice(0, maxMissing) });
  }
  return results;

  /** Undefined: it cannot be told. */
  function isFound(name: Name): boolean | undefined {
    if (name.isFound !== undefined) return name.isFound;
    if (name.kind === 'file') return places.holds(name.name);
    if (wordsOf(name).some((word) => words.found.has(word))) return true;
    if (!isWhole || (name.kind === 'variable' && words.hasMadeVariables)) return undefined;
    if (name.kind !== 'identifier') return false;
    const first = firstPart(name.name);
    const isOfAnother = first !== lastPart(name.name) && !places.stems.has(first);
    return isOfAnother && !words.declared.has(first) ? undefined : false;
  }
}

/** Any of these words in the repository is the name. */
function wordsOf({ kind, name }: Name): string[] {
  if (kind === 'identifier') return [lastPart(name)];
  if (kind === 'flag') {
    const bare = name.slice(2);
    const forms = [bare, bare.replace(/^no-/, '')];
    const camel = (text: string) =>
      text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const pascal = (text: string) => camel(`-${text}`);
    const snake = (text: string) => text.replaceAll('-', '_');
    return forms.flatMap((text) => [text, camel(text), pascal(text), snake(text)]);
  }
  if (kind !== 'variable') return [];
  // `AI_` and a name from elsewhere make a variable too.
  const prefixes = [...name.matchAll(/_/g)].map(({ index }) => name.slice(0, index + 1));
  return [name, ...prefixes.filter((prefix) => prefix.length > 3)];
}

interface Places {
  /** Undefined: the folder is none of the repository, so the file may be the reader's. */
  holds(path: string): boolean | undefined;
  /** Names of folders, and of files without their ending. */
  readonly stems: ReadonlySet<string>;
}

function placesOf(files: readonly string[]): Places {
  const paths = new Set(files);
  const stems = new Set<string>();
  const roots = new Set<string>();
  for (const file of files) {
    const parts = file.split('/');
    if (parts.length > 1) roots.add(parts[0] ?? '');
    for (const part of parts) stems.add(part.replace(/\.\w+$/, ''));
  }
  return {
    stems,
    holds(path) {
      const end = `/${path}`;
      const isThere = path.endsWith('/')
        ? files.some((file) => file.startsWith(path) || file.includes(end))
        : // Pages shorten long paths.
          paths.has(path) || files.some((file) => file.endsWith(end));
      if (isThere) return true;
      return roots.has(path.split('/')[0] ?? '') ? false : undefined;
    },
  };
}
