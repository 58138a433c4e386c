import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { S3Objects } from '../blobs/objects.ts';
import type { Engine } from './engine.ts';
import { Missing, type LogFile } from './files.ts';
import { oldSegmentLines } from './old-segment.ts';
import { tableOf, writeParquet } from './parquet.ts';

/** A function has 512 MB for files. */
const maxBytes = 256 * 1024 * 1024;
const fetchedAtOnce = 16;

interface Copy {
  /** Undefined: the object is missing. */
  readonly path: Promise<string | undefined>;
  readonly bytes: number;
  uses: number;
}

export type LocalFiles = ReturnType<typeof localFiles>;

/** Copies of log files in the engine's folder, of which the latest stay. */
export function localFiles(engine: Engine, objects: S3Objects) {
  /** The one that was used last is the last one. */
  const copies = new Map<string, Copy>();

  async function fetched({ object, bytes, indexAt }: LogFile): Promise<string | undefined> {
    const content = await objects.get(object);
    if (!content) return undefined;
    const body = Buffer.concat(await Array.fromAsync(content.body));
    if (body.length !== bytes) {
      const text = `The log file ${object} has ${body.length} bytes instead of ${bytes}`;
      throw new Failure('unavailable', 'storage_unavailable', text);
    }
    const path = join(await engine.folder(), `${randomUUID()}.parquet`);
    if (indexAt === undefined) await writeFile(path, body);
    else {
      const lines = await oldSegmentLines(body, indexAt);
      await engine.connected(async (connection) =>
        writeParquet(connection, await tableOf(connection, lines), path),
      );
    }
    return path;
  }

  function copyOf(file: LogFile): Copy {
    const { object, bytes } = file;
    const copy = copies.get(object) ?? { path: fetched(file), bytes, uses: 0 };
    copy.uses += 1;
    copies.delete(object);
    copies.set(object, copy);
    return copy;
  }

  async function release(used: readonly Copy[]): Promise<void> {
    for (const copy of used) copy.uses -= 1;
    let bytes = [...copies.values()].reduce((sum, copy) => sum + copy.bytes, 0);
    for (const [object, copy] of copies) {
      if (copy.uses > 0) continue;
      const path = await copy.path.catch(() => undefined);
      if (copy.uses > 0 || (path !== undefined && bytes <= maxBytes)) continue;
      copies.delete(object);
      bytes -= copy.bytes;
      if (path !== undefined) await rm(path, { force: true });
    }
  }

  return {
    /** Fetches the files, and keeps them while the work lasts. Throws Missing. */
    async hold<Result>(
      files: readonly LogFile[],
      work: (paths: readonly string[]) => Promise<Result>,
    ): Promise<Result> {
      const used: Copy[] = [];
      const paths: string[] = [];
      const missing: string[] = [];
      try {
        await eachAtMost(fetchedAtOnce, files, async (file) => {
          const copy = copyOf(file);
          used.push(copy);
          const path = await copy.path;
          if (path === undefined) missing.push(file.object);
          else paths.push(path);
        });
        if (missing.length > 0) throw new Missing(missing);
        return await work(paths);
      } finally {
        await release(used);
      }
    },
  };
}
