import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trees } from '../../ports/trees.ts';
import { sideBySide } from '../rules/side-by-side.ts';
import { treeFolder } from '../rules/tree-folder.ts';
import { assertTreeName } from '../rules/tree-name.ts';
import { codeOf, onDisk } from '../rules/storage-failure.ts';

export interface LocalTreesOptions {
  /** Created if it is absent. No other program uses it. */
  readonly directory: string;
}

const prefix = 'tree-';

/** Working trees as folders: `tree-…` is complete; `part-…` is being copied, `gone-…` removed. */
export function localTrees({ directory }: LocalTreesOptions): Trees {
  const place = (name: string) => join(directory, `${prefix}${name}`);

  async function discard(path: string): Promise<void> {
    const doomed = join(directory, `gone-${randomUUID()}`);
    try {
      await rename(path, doomed);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    await rm(doomed, { recursive: true, force: true, maxRetries: 3 });
  }

  return {
    async keep(name, folders) {
      assertTreeName(name);
      await onDisk(async () => {
        const from = typeof folders === 'string' ? folders : await sideBySide(folders);
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await discard(place(name));
        try {
          await rename(from, place(name));
        } catch (error) {
          if (codeOf(error) !== 'EXDEV') throw error;
          const part = join(directory, `part-${randomUUID()}`);
          await cp(from, part, { recursive: true, verbatimSymlinks: true });
          await rename(part, place(name));
          await rm(from, { recursive: true, force: true });
        }
      });
    },

    async open(name) {
      assertTreeName(name);
      const entry = await stat(place(name)).catch(() => undefined);
      return entry?.isDirectory() ? treeFolder(place(name)) : undefined;
    },

    at: (path) => treeFolder(path),

    async gather(...limits) {
      const { gatheredFiles } = await import('../rules/archives/gathered-files.ts');
      return gatheredFiles(directory)(...limits);
    },

    async forget(name) {
      assertTreeName(name);
      await onDisk(() => discard(place(name)));
    },

    async list() {
      const names = await readdir(directory).catch(() => []);
      const treeNames = names.filter((name) => name.startsWith(prefix));
      return treeNames.map((name) => name.slice(prefix.length)).sort();
    },
  };
}
