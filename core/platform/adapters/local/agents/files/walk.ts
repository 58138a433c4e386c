import { join, relative } from 'node:path';
import type { ConfinedFiles } from './confined-files.ts';
import type { TimeLimit } from './time-limit.ts';

const mostFiles = 100_000;
const deepest = 64;
const skipped = new Set(['.git', 'node_modules']);

export interface Walk {
  /** From the folder where the walk began, with slashes. */
  readonly files: AsyncIterable<string>;
  /** Why it ended early. */
  readonly stopped: () => string | undefined;
}

/** The files below a folder, nearer ones first, without links. */
export function walk(confined: ConfinedFiles, folder: string, limit: TimeLimit): Walk {
  let stopped: string | undefined;

  async function* files() {
    let seen = 0;
    let folders = [folder];
    for (let depth = 0; folders.length > 0; depth += 1) {
      if (depth > deepest) stopped = `folders below ${deepest} others were left out`;
      const next: string[] = [];
      for (const at of stopped === undefined ? folders : []) {
        // A folder that went away or that leads outside has no files.
        for (const { name, isFile, isFolder } of await confined.list(at).catch(() => [])) {
          if (isFolder && !skipped.has(name)) next.push(join(at, name));
          if (!isFile) continue;
          if (await limit.isOver()) stopped = 'it took longer than 10 seconds';
          if (seen >= mostFiles) stopped = `it has more than ${mostFiles} files`;
          if (stopped !== undefined) return;
          seen += 1;
          yield relative(folder, join(at, name));
        }
      }
      folders = next;
    }
  }

  return { files: files(), stopped: () => stopped };
}
