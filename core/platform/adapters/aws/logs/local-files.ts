import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Failure } from '../../../failure.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import type { S3Objects } from '../blobs/objects.ts';
import type { Engine } from './engine.ts';
import type { LogFile } from './files.ts';
import { oldRecords } from './old-segment.ts';
import { writeRecords } from './parquet.ts';

/** A function has 512 MB for files. */
const maxBytes = 256 * 1024 * 1024;
const fetchedAtOnce = 16;

type Work<Result> = (paths: readonly string[], missing: readonly LogFile[]) => Promise<Result>;

/** Copies of log files in the engine's folder, of which the latest stay. */
export function localFiles(engine: Engine, objects: S3Objects) {
  /** By object; the one that was used last is the last one. */
  const copies = new Map<string, { readonly path: string; readonly bytes: number }>();
  let before: Promise<unknown> = Promise.resolve();

  async function fetchCopy({ object, bytes, indexAt }: LogFile): Promise<string | undefined> {
    const content = await objects.get(object);
    if (!content) return undefined;
    const body = await buffer(content.body);
    if (body.length !== bytes)
      throw new Failure('unavailable', 'storage_unavailable', `${object} is incomplete`);
    const path = await engine.newPath();
    if (indexAt === undefined) await writeFile(path, body);
    else await writeRecords(engine, await oldRecords(body, indexAt), path);
    return path;
  }

  async function use<Result>(files: readonly LogFile[], work: Work<Result>): Promise<Result> {
    const paths: string[] = [];
    const missing: LogFile[] = [];
    await eachAtMost(fetchedAtOnce, files, async (file) => {
      const { object, bytes } = file;
      const path = copies.get(object)?.path ?? (await fetchCopy(file));
      if (path === undefined) return void missing.push(file);
      paths.push(path);
      copies.delete(object);
      copies.set(object, { path, bytes });
    });
    return work(paths, missing);
  }

  async function removeOldest(): Promise<void> {
    let bytes = [...copies.values()].reduce((sum, copy) => sum + copy.bytes, 0);
    for (const [object, copy] of copies) {
      if (bytes <= maxBytes) return;
      copies.delete(object);
      bytes -= copy.bytes;
      await rm(copy.path, { force: true });
    }
  }

  return {
    /** Fetches the files, and keeps them while the work lasts: one work follows the other. */
    hold<Result>(files: readonly LogFile[], work: Work<Result>): Promise<Result> {
      const own = before.then(() => use(files, work)).finally(removeOldest);
      before = own.catch(() => {});
      return own;
    },
  };
}
