import { lstat, open, rename, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { BlobBody, BlobInfo } from '../../../ports/blobs.ts';
import type { BlobFolder } from './folder.ts';
import { generationOf } from './names.ts';
import { infoOf } from './read.ts';
import { isReal, syncFolder } from '../files/durable.ts';
import { codeOf, onDisk } from '../../rules/storage-failure.ts';

/** A folder that was just made can be pruned by a delete beside us before we use it. */
const maxPlacements = 100;

export type BlobWriter = ReturnType<typeof blobWriter>;

export function blobWriter(folder: BlobFolder) {
  let lastStamp = 0;

  /** Times of the kernel are coarse and inode numbers come again: our own stamps make etags
   * of two contents differ. In microseconds, four apart to outlive rounding. */
  function nextStamp(): number {
    lastStamp = Math.max(Date.now() * 1000, lastStamp + 4);
    return lastStamp / 1e6;
  }

  async function write(key: string, body: BlobBody, isCache: boolean): Promise<BlobInfo> {
    const path = folder.path(key);
    const temporary = folder.scratch('part');
    const info = await fill(temporary, key, body, isCache);
    await onDisk(() => place(temporary, key, path)).catch(async (error: unknown) => {
      await unlink(temporary).catch(() => {});
      throw error;
    });
    if (!isCache) await onDisk(() => syncFolder(dirname(path)));
    return info;
  }

  /** Writes a file that no reader can see yet, and removes it after an error. */
  async function fill(path: string, key: string, body: BlobBody, isCache: boolean) {
    const handle = await onDisk(() => open(path, 'w', 0o600));
    try {
      return await onDisk(async () => {
        await handle.writeFile(body);
        const stamp = nextStamp();
        await handle.utimes(stamp, stamp);
        if (!isCache) await handle.sync();
        return infoOf(key, await handle.stat({ bigint: true }));
      });
    } catch (error) {
      await unlink(path).catch(() => {});
      throw error;
    } finally {
      await handle.close();
    }
  }

  async function place(temporary: string, key: string, path: string) {
    for (let attempt = 1; ; attempt++) {
      if (!(await folder.makeFolders(dirname(path)))) throw blocked(key);
      const there = await lstat(path).catch(() => undefined);
      if (there && !there.isFile()) throw blocked(key);
      try {
        return await rename(temporary, path);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'EISDIR' || code === 'ENOTDIR') throw blocked(key);
        if (code !== 'ENOENT' || attempt === maxPlacements) throw error;
      }
    }
  }

  async function remove(key: string): Promise<void> {
    const path = folder.path(key);
    if (!isReal(path) || !(await lstat(path)).isFile()) return;
    try {
      await unlink(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw error;
    }
    await prune(dirname(path));
  }

  /** Takes empty folders away, so that a name may become a blob as it may in a bucket. */
  async function prune(path: string): Promise<void> {
    let at = path;
    while (at !== folder.root && generationOf(basename(at)) === undefined) {
      try {
        await rmdir(at);
      } catch {
        break;
      }
      at = dirname(at);
    }
    await syncFolder(at);
  }

  return { write, fill, remove, prune };
}

export function blocked(key: string): Failure {
  const text = `Something is in the way of ${JSON.stringify(key)}: a blob, a folder or a link`;
  return new Failure('conflict', 'blocked', text);
}
