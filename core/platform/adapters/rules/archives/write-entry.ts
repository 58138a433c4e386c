import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ForeignEntry } from './foreign-entry.ts';

/** Another entry has the name, or one of its folders is a file. */
const takenCodes = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** Writes a new file. False: another entry is in its place. `count` may end it by throwing. */
export async function writeEntry(
  place: string,
  entry: ForeignEntry,
  count: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      count(chunk.length);
      yield chunk;
    }
  }
  let file: FileHandle | undefined;
  try {
    await mkdir(dirname(place), { recursive: true });
    file = await open(place, 'wx', 0o600);
    await file.writeFile(counted(await entry.body()), { ...(signal && { signal }) });
    return true;
  } catch (error) {
    if (takenCodes.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await file?.close();
  }
}
