import { join, relative } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { ConfinedFiles } from './confined-files.ts';

const timeoutMs = 10_000;
const maxFiles = 100_000;
const maxDepth = 64;
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
    let count = 0;
    let folders = [folder];
    for (let depth = 0; folders.length > 0; depth += 1) {
      if (depth > maxDepth) stopped = `folders below ${maxDepth} others were left out`;
      const next: string[] = [];
      for (const at of stopped === undefined ? folders : []) {
        // A folder that went away or that leads outside has no files.
        for (const { name, isFile, isFolder } of await confined.list(at).catch(() => [])) {
          if (isFolder && !skipped.has(name)) next.push(join(at, name));
          if (!isFile) continue;
          if (await limit.isOver()) stopped = 'it took longer than 10 seconds';
          if (count >= maxFiles) stopped = `it has more than ${maxFiles} files`;
          if (stopped !== undefined) return;
          count += 1;
          yield relative(folder, join(at, name));
        }
      }
      folders = next;
    }
  }

  return { files: files(), stopped: () => stopped };
}

export type TimeLimit = ReturnType<typeof timeLimit>;

/** Ends one call of a tool. */
export function timeLimit(signal?: AbortSignal) {
  const end = performance.now() + timeoutMs;
  return {
    /** Lets other work run. True: the time is over. Throws when the turn was aborted. */
    async isOver(): Promise<boolean> {
      await otherWork();
      signal?.throwIfAborted();
      return performance.now() > end;
    },
  };
}
