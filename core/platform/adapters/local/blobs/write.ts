import { link, lstat, open, rename, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { BlobBody, BlobInfo } from '../../../ports/blobs.ts';
import type { BlobFolder } from './folder.ts';
import { generationOf } from './names.ts';
import { infoOf } from './read.ts';
import { isReal } from '../files/durable.ts';
import { codeOf, onDisk } from '../files/storage-failure.ts';

/** A folder that was just made can be pruned by a delete beside us before we use it. */
const placements = 100;
const coalesced = 256 * 1024;

export type BlobWriter = ReturnType<typeof blobWriter>;

export function blobWriter(folder: BlobFolder) {
  let lastStamp = 0;

  /** Times of the kernel are coarse and inode numbers come again: our own stamps make etags
   * of two contents differ. In microseconds, four apart to outlive rounding. */
  function nextStamp(): number {
    lastStamp = Math.max(Date.now() * 1000, lastStamp + 4);
    return lastStamp / 1e6;
  }

  async function write(
    key: string,
    body: BlobBody,
    { absentOnly, isCache }: { readonly absentOnly: boolean; readonly isCache: boolean },
  ): Promise<BlobInfo> {
    const path = folder.path(key);
    if (absentOnly && (await onDisk(() => isReal(path)))) throw exists(key);
    const temporary = folder.scratch('part');
    let isLeft = true;
    try {
      const info = await fill(temporary, key, body, isCache);
      await onDisk(() => place(temporary, key, path, absentOnly));
      isLeft = absentOnly;
      if (!isCache) await onDisk(() => folder.sync(dirname(path)));
      return info;
    } finally {
      if (isLeft) await unlink(temporary).catch(() => {});
    }
  }

  /** Writes a file that no reader can see yet, and removes it after an error. */
  async function fill(path: string, key: string, body: BlobBody, isCache: boolean) {
    const handle = await onDisk(() => open(path, 'w', 0o600));
    try {
      await pour(handle, body);
      return await onDisk(async () => {
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

  async function place(temporary: string, key: string, path: string, absentOnly: boolean) {
    for (let attempt = 1; ; attempt++) {
      if (!(await folder.makeFolders(dirname(path)))) throw blocked(key);
      const there = await lstat(path).catch(() => undefined);
      if (there && !there.isFile()) throw blocked(key);
      try {
        return await (absentOnly ? link(temporary, path) : rename(temporary, path));
      } catch (error) {
        const code = codeOf(error);
        if (code === 'EEXIST') throw exists(key);
        if (code === 'EISDIR' || code === 'ENOTDIR') throw blocked(key);
        if (code !== 'ENOENT' || attempt === placements) throw error;
      }
    }
  }

  async function remove(key: string): Promise<void> {
    const path = folder.path(key);
    if (!(await isReal(path)) || !(await lstat(path)).isFile()) return;
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
    let kept = path;
    while (
      kept !== folder.root &&
      generationOf(kept.slice(kept.lastIndexOf('/') + 1)) === undefined
    ) {
      try {
        await rmdir(kept);
      } catch {
        break;
      }
      kept = dirname(kept);
    }
    await folder.sync(kept);
  }

  return { write, fill, remove, prune };
}

export function blocked(key: string): Failure {
  const text = `Something is in the way of ${JSON.stringify(key)}: a blob, a folder or a link`;
  return new Failure('conflict', 'blocked', text);
}

function exists(key: string): Failure {
  return new Failure('conflict', 'exists', `${JSON.stringify(key)} exists`);
}

/** Errors of the body pass as they are, those of the disk as failures. */
async function pour(handle: FileHandle, body: BlobBody): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    return onDisk(() => handle.writeFile(body));
  }
  let chunks: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    chunks = [];
    size = 0;
    if (whole?.length) await onDisk(() => handle.writeFile(whole));
  };
  for await (const chunk of body) {
    // A copy: whoever yields may fill the same memory again.
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= coalesced) await flush();
  }
  await flush();
}
