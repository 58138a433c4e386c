import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Trees } from '../../../ports/trees.ts';
import { codeOf, onDisk } from '../storage-failure.ts';
import { temporaryPlace } from './temporary-place.ts';
import { archiveName, unpackArchive } from './unpack-archive.ts';
import { writeEntry } from './write-entry.ts';

/** Trees.gather below a folder of this machine. */
export function gatheredFiles(below: string): Trees['gather'] {
  return async (limits, signal) => {
    const directory = await temporaryPlace(below);
    let { bytes, entries } = limits;

    async function unpack(path: string): Promise<readonly string[]> {
      const file = join(directory, path);
      const rest = { ...limits, bytes, entries };
      const unpacked = await unpackArchive(file, `${file}.unpacked`, rest, signal).catch(
        (error: unknown) => {
          // The folder cannot have this name: the file stays as it is.
          if (['EEXIST', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
          throw error;
        },
      );
      if (!unpacked) return [];
      bytes -= unpacked.bytes;
      entries -= unpacked.entries;
      await rm(file);
      return unpacked.problems;
    }

    return {
      directory,

      add: (path, parts) =>
        onDisk(async () => {
          const file = { name: path, kind: 'file', body: async () => parts } as const;
          try {
            if (!(await writeEntry(join(directory, path), file, () => {}, signal))) {
              return [`${basename(path)} has the name of another file`];
            }
          } catch (error) {
            await rm(join(directory, path), { force: true });
            throw error;
          }
          return archiveName.test(path) ? unpack(path) : [];
        }),

      close: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
    };
  };
}
