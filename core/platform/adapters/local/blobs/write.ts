import {
  closeSync,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../../failure.ts';
import type { BlobBody, BlobInfo } from '../../../ports/blobs.ts';
import type { BlobFolder } from './folder.ts';
import { generationOf } from './names.ts';
import { infoOf } from './read.ts';
import { entryAt, isReal, syncFile, syncFolder } from '../files/durable.ts';
import { codeOf, onDisk } from '../../rules/storage-failure.ts';

/** A folder that was just made can be pruned by a delete beside us before we use it. */
const maxPlacements = 100;
/** The first bytes of a file are written at once: a thread would take longer. */
const smallBytes = 256 * 1024;

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
    // New folders wait for the disk beside the content. place() meets their error again.
    const folders = folder.makeFolders(dirname(path)).catch(() => false);
    const info = await fill(temporary, key, body, isCache).catch(async (error: unknown) => {
      if (await folders) await prune(dirname(path)).catch(() => undefined);
      throw error;
    });
    await folders;
    return onDisk(async () => {
      await place(temporary, key, path).catch((error: unknown) => {
        discard(temporary);
        throw error;
      });
      if (!isCache) await syncFolder(dirname(path));
      return info;
    });
  }

  /** Writes a file that no reader can see yet, and removes it after an error. */
  function fill(path: string, key: string, body: BlobBody, isCache: boolean): Promise<BlobInfo> {
    return onDisk(async () => {
      const file = openSync(path, 'w', 0o600);
      try {
        await writeBody(file, body);
        const stamp = nextStamp();
        futimesSync(file, stamp, stamp);
        if (!isCache) await syncFile(file);
        return infoOf(key, fstatSync(file, { bigint: true }));
      } catch (error) {
        discard(path);
        throw error;
      } finally {
        closeSync(file);
      }
    });
  }

  async function place(temporary: string, key: string, path: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (!(await folder.makeFolders(dirname(path)))) throw blocked(key);
      if (entryAt(path)?.isFile() === false) throw blocked(key);
      try {
        return renameSync(temporary, path);
      } catch (error) {
        const code = codeOf(error);
        if (code === 'EISDIR' || code === 'ENOTDIR') throw blocked(key);
        if (code !== 'ENOENT' || attempt === maxPlacements) throw error;
      }
    }
  }

  async function remove(key: string): Promise<void> {
    const path = folder.path(key);
    if (!isReal(path) || !lstatSync(path, { throwIfNoEntry: false })?.isFile()) return;
    rmSync(path, { force: true });
    await prune(dirname(path));
  }

  /** Takes empty folders away, so that a name may become a blob as it may in a bucket. */
  async function prune(path: string): Promise<void> {
    let at = path;
    while (at !== folder.root && generationOf(basename(at)) === undefined) {
      try {
        rmdirSync(at);
      } catch {
        break;
      }
      at = dirname(at);
    }
    await syncFolder(at);
  }

  return { write, fill, remove, prune };
}

async function writeBody(file: number, body: BlobBody): Promise<void> {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  let bytes = 0;
  for await (const part of isWhole ? [body] : body) {
    bytes += part.length;
    if (bytes <= smallBytes) writeFileSync(file, part);
    else await promisify(writeFile)(file, part);
  }
}

/** After an error, which says more than one of the removal. */
function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // A sweep removes it.
  }
}

export function blocked(key: string): Failure {
  const text = `Something is in the way of ${JSON.stringify(key)}: a blob, a folder or a link`;
  return new Failure('conflict', 'blocked', text);
}
