import { open, type FileHandle } from 'node:fs/promises';

export interface WalSync {
  /** Resolves when all commits before the call are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Puts the commits of a database on the disk beside the event loop: one sync for all that wait.
 * Before SQLite moves commits out of the file it syncs them itself. */
export function walSync(database: string): WalSync {
  let file: FileHandle | undefined;
  let last = Promise.resolve();
  /** Has not begun. */
  let next: Promise<void> | undefined;

  async function syncNow(): Promise<void> {
    next = undefined;
    file ??= await open(`${database}-wal`, 'r+');
    await file.datasync();
  }

  return {
    sync() {
      next ??= last = last.then(syncNow, syncNow);
      return next;
    },

    async close() {
      await last.catch(() => undefined);
      await file?.close();
    },
  };
}
