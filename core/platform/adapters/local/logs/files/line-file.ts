import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../files/durable.ts';

export interface LineFile {
  /** The lines are in the file, and on the disk; or none of them is. */
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

/** A file to which lines are added, also by other processes. */
export function lineFile(path: string): LineFile {
  let opened: FileHandle | undefined;
  /** The file's size when its last line was known to be whole. */
  let whole = 0;

  async function prepare(): Promise<{ readonly handle: FileHandle; readonly size: number }> {
    const stats = await opened?.stat();
    // Lines in a file that somebody removed would be lost.
    if (opened && stats && stats.nlink > 0) return { handle: opened, size: stats.size };
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const handle = await open(path, 'a+', 0o600);
    await close();
    opened = handle;
    const { size } = await handle.stat();
    if (size === 0) await syncFolder(dirname(path));
    whole = Math.max(0, size - 1);
    return { handle, size };
  }

  async function close(): Promise<void> {
    const closing = opened;
    opened = undefined;
    await closing?.close();
  }

  return {
    async append(lines) {
      const { handle, size } = await prepare();
      // A process that was killed may have left half a line.
      const isTorn = size !== whole && !(await endsLine(handle, size));
      const bytes = Buffer.from(isTorn ? `\n${lines}` : lines);
      try {
        await handle.writeFile(bytes);
        await handle.datasync();
        whole = size + bytes.length;
      } catch (error) {
        await undo(handle, size, bytes).catch(() => undefined);
        await close().catch(() => undefined);
        throw error;
      }
    },

    close,
  };
}

async function endsLine(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 10;
}

/** Removes what was written, unless it is behind or before lines of another process. */
async function undo(handle: FileHandle, size: number, bytes: Buffer): Promise<void> {
  const { size: now } = await handle.stat();
  const length = now - size;
  if (length <= 0 || length > bytes.length) return;
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size);
  if (buffer.equals(bytes.subarray(0, length))) await handle.truncate(size);
}
