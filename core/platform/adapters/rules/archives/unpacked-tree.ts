import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trees } from '../../../ports/trees.ts';
import { onDisk } from '../storage-failure.ts';
import { treeFolder } from '../tree-folder.ts';
import { temporaryPlace } from './temporary-place.ts';
import { unpackArchive } from './unpack-archive.ts';

/** Trees.unpack over a folder of this machine, in which each tree has a new one. */
export function unpackedTree(directory: string): Trees['unpack'] {
  return async (archive, limits, signal) => {
    const folder = await temporaryPlace(directory);
    const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
    try {
      const file = join(folder, 'archive');
      await onDisk(() => writeFile(file, archive));
      const content = join(folder, 'content');
      const unpacked = await unpackArchive(file, content, limits, signal);
      if (unpacked) return { ...treeFolder(content, remove), problems: unpacked.problems };
    } catch (error) {
      await remove();
      throw error;
    }
    await remove();
    return undefined;
  };
}
