import { cleanInline } from '../text/clean-markdown.ts';
import type { ModuleApi } from '../code/declaration.ts';
import { firstSentence } from '../text/markdown.ts';
import { findReadme } from './readme.ts';
import { fileOf, folderOf, type Repository } from '../repository.ts';

export interface Folder {
  readonly path: string;
  /** All files below it. */
  readonly files: number;
}

const maxFolders = 60;

/** The tree of folders, to a readable depth. */
export function folderTree(repository: Repository): Folder[] {
  const counts = new Map<string, number>();
  for (const path of repository.paths) {
    const parts = folderOf(path).split('/').filter(Boolean);
    for (let depth = 1; depth <= Math.min(4, parts.length); depth++) {
      const folder = parts.slice(0, depth).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const all = [...counts].map(([path, files]) => ({ path, files }));
  all.sort((a, b) => compare(a.path.split('/'), b.path.split('/')));
  for (let depth = 4; ; depth--) {
    const shown = all.filter(({ path }) => path.split('/').length <= depth);
    if (shown.length <= maxFolders || depth === 1) return shown.slice(0, maxFolders);
  }
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a[at] !== b[at]) return (a[at] as string) < (b[at] as string) ? -1 : 1;
  }
  return a.length - b.length;
}

/** One line from its README or its main module. */
export function folderPurpose(
  repository: Repository,
  modules: readonly ModuleApi[],
  folder: string,
): { text: string; path: string; line: number } | undefined {
  const readme = findReadme(repository, folder);
  if (readme?.tagline) {
    const text = cleanInline(firstSentence(readme.tagline));
    return { text, path: readme.path, line: 1 };
  }
  const inside = modules.filter(({ path, about }) => folderOf(path) === folder && about !== '');
  const main =
    inside.find(({ path }) =>
      /^(?:index\.[cm]?[jt]sx?|__init__\.py|doc\.go|mod\.ts)$/.test(fileOf(path)),
    ) ?? inside.find(({ path }) => path.endsWith('.go'));
  if (!main) return undefined;
  return { text: cleanInline(firstSentence(main.about)), path: main.path, line: 1 };
}
