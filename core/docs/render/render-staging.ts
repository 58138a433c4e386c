import type { BlobBody, Blobs } from '#core/platform/ports/blobs.ts';
import { hashOf } from './render-files.ts';
import { inParallel } from './render-parallel.ts';
import type { SiteFile } from '../site/site-view.ts';

const filesAtOnce = 16;

/** The next version of a site while it is made: what is new is written, the rest is noted. */
export interface Staging {
  /** Writes the file. */
  write(path: string, body: BlobBody): Promise<void>;
  /** The published file stays. */
  keep(path: string): void;
  /** Writes those that differ from the published ones. */
  update(files: readonly SiteFile[]): Promise<void>;
  /** The same for a file that is too large to be looked at: whatever names its content. */
  updateNamed(path: string, name: string, body: () => AsyncIterable<Uint8Array>): Promise<void>;
  /** Keeps published files whose content is known by hash. */
  keepAll(isKept: (path: string) => boolean): void;
  readonly isChanged: boolean;
  readonly kept: readonly string[];
  /** Of the files that update() and keepAll() were told, by path. */
  readonly hashes: Readonly<Record<string, string>>;
}

export function staging(
  blobs: Pick<Blobs, 'put'>,
  prefix: string,
  published: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Staging {
  const kept = new Set<string>();
  const hashes: Record<string, string> = {};
  let written = 0;

  const write = async (path: string, body: BlobBody) => {
    signal.throwIfAborted();
    written += 1;
    await blobs.put(prefix + path, body);
  };
  return {
    write,
    keep: (path) => kept.add(path),
    async update(files) {
      await inParallel(filesAtOnce, files, async ({ path, body }) => {
        const hash = hashOf(body);
        kept.delete(path);
        hashes[path] = hash;
        if (published[path] === hash) kept.add(path);
        else await write(path, body);
      });
    },
    async updateNamed(path, name, body) {
      kept.delete(path);
      hashes[path] = name;
      if (published[path] === name) kept.add(path);
      else await write(path, body());
    },
    keepAll(isKept) {
      for (const [path, hash] of Object.entries(published)) {
        if (!isKept(path) || path in hashes) continue;
        kept.add(path);
        hashes[path] = hash;
      }
    },
    get isChanged() {
      return written > 0;
    },
    get kept() {
      return [...kept];
    },
    hashes,
  };
}
