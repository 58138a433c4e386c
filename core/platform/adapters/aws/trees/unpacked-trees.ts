import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Tree } from '../../../ports/trees.ts';
import { treeFolder } from '../../rules/tree-folder.ts';

interface Options {
  /** Trees are unpacked here; several processes may share it. */
  readonly directory: string;
  /** Reads the archive of a name. */
  readonly read: (name: string) => ReturnType<Blobs['get']>;
}

export interface Unpacking {
  /** Unpacks at the first call. Undefined: there is no archive. */
  tree(): Promise<Tree | undefined>;
  /** Repeated: nothing. */
  close(): Promise<void>;
}

/** Folders with unpacked trees. Concurrent users of a tree share its folder; the last one to close
 * removes it. */
export function unpackedTrees({ directory, read }: Options): (name: string) => Unpacking {
  interface Folder {
    readonly path: Promise<string | undefined>;
    users: number;
  }
  const folders = new Map<string, Folder>();

  async function load(name: string): Promise<string | undefined> {
    const content = await read(name);
    if (!content) return undefined;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const root = await mkdtemp(join(directory, `${name}-`));
    try {
      const { unpack } = await import('./unpack.ts');
      await unpack(content.body, root);
    } catch (error) {
      await rm(root, { recursive: true, force: true });
      throw error;
    }
    return root;
  }

  return (name) => {
    let folder: Folder | undefined;
    return {
      async tree() {
        if (!folder) {
          folder = folders.get(name) ?? { path: load(name), users: 0 };
          folders.set(name, folder);
          folder.users += 1;
        }
        const path = await folder.path;
        return path === undefined ? undefined : treeFolder(path);
      },

      async close() {
        const current = folder;
        folder = undefined;
        if (!current) return;
        current.users -= 1;
        if (current.users > 0) return;
        if (folders.get(name) === current) folders.delete(name);
        const path = await current.path.catch(() => undefined);
        if (path !== undefined) await rm(path, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  };
}
