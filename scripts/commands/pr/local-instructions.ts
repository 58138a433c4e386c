import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

const maxBytes = 1024 * 1024;

/** The instructions file of a folder. A link is not followed out of the folder: the checkout may be
 * of a stranger's branch. */
export async function localInstructions(
  directory: string,
  paths: readonly string[],
): Promise<string | undefined> {
  const root = await realpath(directory);
  for (const path of paths) {
    const file = await realpath(join(root, path)).catch(() => undefined);
    if (file === undefined || !file.startsWith(root + sep)) continue;
    const stats = await lstat(file);
    if (stats.isFile() && stats.size <= maxBytes) return readFile(file, 'utf8');
  }
  return undefined;
}
