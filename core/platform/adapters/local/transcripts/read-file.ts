import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TranscriptReader } from '../../../ports/transcripts.ts';
import { fileOf, type TranscriptFolders } from './stores.ts';

/** Strings of larger chunks leave V8's fast allocation: searching took twice as long (Node 24). */
const chunkBytes = 64 * 1024;

/** Reads synchronously: for child processes. Links are not followed, and pipes do not block. */
export function folderReader(folders: TranscriptFolders): TranscriptReader {
  return {
    async *read(path) {
      const file = open(fileOf(folders, path), path.includes('/') && !path.startsWith('@codex/'));
      if (file === undefined) return;
      try {
        const buffer = Buffer.allocUnsafeSlow(chunkBytes);
        for (;;) {
          const size = readSync(file, buffer, 0, chunkBytes, null);
          if (size === 0) return;
          yield buffer.subarray(0, size);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

/** Undefined: not there, not readable, not a regular file, or behind a link. */
function open(path: string, isInProject: boolean): number | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number | undefined;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    // O_NOFOLLOW is about the last name only: the project's folder may have become a link.
    const isInFolder = !isInProject || lstatSync(dirname(path)).isDirectory();
    if (fstatSync(file).isFile() && isInFolder) return file;
  } catch {
    // It vanished, or may not be read.
  }
  if (file !== undefined) closeSync(file);
  return undefined;
}
