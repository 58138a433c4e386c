import type { Tree } from '#core/platform/ports/trees.ts';

export const usedFilesLabel = 'USED FILES:';

export interface UsedFile {
  readonly path: string;
  /** git's, of the content. Empty: the page only names the file, whose content does not count. */
  readonly hash: string;
}

const maxFiles = 500;
const heading = /^[\s#>*_`-]{0,8}used files[\s*_`]{0,4}:?[\s*_`]{0,4}$/i;

/** Takes the list of used files off the end of a page. */
export function splitUsedFiles(markdown: string): { markdown: string; paths: string[] } {
  const lines = markdown.split('\n');
  const at = lines.findLastIndex((line) => heading.test(line));
  if (at === -1) return { markdown, paths: [] };
  const items = lines.slice(at + 1).filter((line) => line.trim() !== '' && !isFence(line));
  // A section that happens to be called so is part of the page.
  if (!items.every((line) => /^\s*(?:[-*+]\s+|\d+\.\s+)?\S/.test(line) && line.length < 1_000)) {
    return { markdown, paths: [] };
  }
  if (items.some((line) => line.startsWith('#'))) return { markdown, paths: [] };
  let end = at;
  while (end > 0 && /^(?:-{3,}|\*{3,}|```\w*)?$/.test((lines[end - 1] ?? '').trim())) {
    // The end of a code block of the page is not the list's.
    if (isFence(lines[end - 1] ?? '') && !opensFence(lines.slice(0, end))) break;
    end -= 1;
  }
  const paths = items.map(pathIn).filter((path) => path !== '');
  return { markdown: `${lines.slice(0, end).join('\n').trimEnd()}\n`, paths };
}

/**
 * The list with git's hashes when every file of it is in the tree; null when one is not, or none
 * was named: then nobody knows what the page depends on.
 */
export async function verifyUsedFiles(
  tree: Pick<Tree, 'hash'>,
  paths: Iterable<string>,
  mentions: Iterable<string> = [],
): Promise<UsedFile[] | null> {
  const unique = [...new Set(paths)].sort();
  if (unique.length === 0 || unique.length > maxFiles) return null;
  const files: UsedFile[] = [];
  for (const path of unique) {
    const hash = await tree.hash(path);
    if (hash === undefined) return null;
    files.push({ path, hash });
  }
  for (const path of mentions) {
    if (files.length >= maxFiles) break;
    if (unique.includes(path) || (await tree.hash(path)) === undefined) continue;
    files.push({ path, hash: '' });
  }
  return files;
}

/** Whether all files are in the tree, those that were used as they were. */
export async function areUnchanged(
  tree: Pick<Tree, 'hash'>,
  files: readonly UsedFile[],
): Promise<boolean> {
  for (const { path, hash } of files) {
    const now = await tree.hash(path);
    if (now === undefined || (hash !== '' && now !== hash)) return false;
  }
  return true;
}

function pathIn(line: string): string {
  const bare = line.replace(/^\s*(?:[-*+]\s+|\d+\.\s+)?/, '').trim();
  const quoted = /^`([^`]+)`/.exec(bare)?.[1] ?? bare;
  return quoted
    .replace(/^\.\//, '')
    .replace(/:\d+(?:-\d+)?$/, '')
    .trim();
}

function isFence(line: string): boolean {
  return /^\s*```\w*\s*$/.test(line);
}

/** Whether a code block is open after these lines. */
function opensFence(lines: readonly string[]): boolean {
  return lines.filter((line) => /^\s*```/.test(line)).length % 2 === 1;
}
