import type { Tree } from '#core/platform/ports/trees.ts';

const maxFiles = 20_000;
const maxLines = 400;
const maxCharacters = 16_000;

export interface Outline {
  /** All that were seen. */
  readonly files: readonly string[];
  /** For a prompt: every file of a small repository, the folders of a large one. */
  readonly text: string;
}

export async function outlineOf(tree: Pick<Tree, 'files'>): Promise<Outline> {
  const files = await tree.files(maxFiles);
  return { files, text: textOf(files) };
}

function textOf(files: readonly string[]): string {
  const shown = files.filter((path) => !/[\p{Cc}]/u.test(path));
  if (shown.length <= maxLines) {
    const all = shown.join('\n');
    if (all.length <= maxCharacters) return all;
  }
  for (const depth of [4, 3, 2, 1]) {
    const lines = folded(shown, depth);
    const text = lines.join('\n');
    if (lines.length <= maxLines && text.length <= maxCharacters) return text;
  }
  return folded(shown, 1).slice(0, maxLines).join('\n').slice(0, maxCharacters);
}

/** Files down to the depth, and below it each folder with the number of its files. */
function folded(files: readonly string[], depth: number): string[] {
  const lines: string[] = [];
  const counts = new Map<string, number>();
  for (const path of files) {
    const parts = path.split('/');
    if (parts.length <= depth) lines.push(path);
    else {
      const folder = parts.slice(0, depth).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  for (const [folder, count] of counts) lines.push(`${folder}/ (${count} files)`);
  return lines.sort();
}
