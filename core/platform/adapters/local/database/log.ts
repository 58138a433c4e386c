import { open, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../files/durable.ts';
import { codeOf } from '../files/storage-failure.ts';

export interface DatabaseLog {
  /** Resolves when all that was committed before the call is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The write-ahead log of a database, to wait for the disk beside SQLite: its own wait holds up the
 * event loop, and writes what nobody needs as well (the file's times). The log is no file that
 * SQLite locks, so that closing it drops no lock of this process.
 */
export function databaseLog(file: string): DatabaseLog {
  let opened: Promise<FileHandle | undefined> | undefined;

  return {
    async sync() {
      opened ??= openLog();
      const handle = await opened.catch(forget);
      if (handle) await handle.datasync();
      else opened = undefined;
    },

    async close() {
      const handle = await opened?.catch(() => undefined);
      await handle?.close();
    },
  };

  function forget(error: unknown): never {
    opened = undefined;
    throw error;
  }

  /** Undefined: it is made by the first commit that changes anything. */
  async function openLog(): Promise<FileHandle | undefined> {
    try {
      await stat(`${file}-wal`);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
    await syncFolder(dirname(file));
    return open(`${file}-wal`, 'r');
  }
}
