import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { dayMilliseconds } from '../../../ports/clock.ts';
import type { LogLimits } from '../../../ports/logs.ts';
import type { S3Objects } from '../blobs/objects.ts';
import { upload } from '../blobs/upload.ts';
import type { Engine } from './engine.ts';
import { cursorKey, type LogFile, type LogFiles } from './files.ts';
import type { LocalFiles } from './local-files.ts';
import { filesOf, tableOf, timeOf, writeParquet } from './parquet.ts';
import type { Tail, TailItem } from './tail.ts';

/** So much text of the tail is moved at once. */
const movedBytes = 16 * 1024 * 1024;
/** A transaction takes 100 items. */
const removedAtOnce = 90;
/** Files are merged up to this size. */
const fullBytes = 8 * 1024 * 1024;
const fullEntries = 500_000;
/** Files of a day that is not over are merged when there are so many. */
const mergedAtOnce = 16;
const maxMerges = 30;
/** A search may still read an object that its list names. */
const orphanMilliseconds = 3_600_000;

/** One folder for each day, in Hive's layout: Athena reads them as a table (infra/log-table.ts). */
const folder = 'logs/days/';
/** Version 0.2 wrote here. */
const oldFolder = 'logs/segments/';

interface Parts {
  readonly engine: Engine;
  readonly objects: S3Objects;
  readonly tail: Tail;
  readonly files: LogFiles;
  readonly local: LocalFiles;
}

/** What moves entries into files. Repeatable, and harmless when two run at once: only the first one's
 * change of the list is accepted. */
export function compaction({ engine, objects, tail, files, local }: Parts) {
  /** Stores the rows as an object, which no list names yet. */
  const store = (
    day: string,
    sourceOf: (connection: DuckDBConnection) => Promise<string>,
  ): Promise<LogFile> =>
    engine.connected(async (connection) => {
      const path = join(await engine.folder(), `${randomUUID()}.parquet`);
      try {
        const stats = await writeParquet(connection, await sourceOf(connection), path);
        const body = await readFile(path);
        const object = `${folder}day=${day}/${cursorKey(stats.first)}-${randomUUID()}.parquet`;
        await upload(await objects.s3(), { bucket: objects.bucket, key: object, body });
        return { ...stats, object, day, bytes: body.length };
      } finally {
        await rm(path, { force: true });
      }
    });

  /** Moves the oldest items of the tail. The newest item stays, because its cursor is the last one
   * given. False: nothing else is left to move. */
  async function moveItems(): Promise<boolean> {
    const list = await files.list();
    const items: TailItem[] = [];
    let bytes = 0;
    for await (const item of tail.items()) {
      items.push(item);
      bytes += item.bytes;
      if (bytes > movedBytes) break;
    }
    const lines = items.flatMap((item) => item.lines).filter(({ cursor }) => cursor > list.last);
    const added: LogFile[] = [];
    for (const [day, ofDay] of Map.groupBy(lines, (line) => dayOf(timeOf(line)))) {
      added.push(await store(day, (connection) => tableOf(connection, ofDay)));
    }
    const last = lines.at(-1)?.cursor;
    if (last !== undefined && !(await files.change(list, { added, last }))) return false;
    await tail.remove(items.slice(0, -1).map(({ key }) => key));
    return bytes > movedBytes && items.length > 1;
  }

  return {
    async moveTail(): Promise<void> {
      while (await moveItems());
    },

    /** Merges small files of one day, so that a search reads few objects, and rewrites segments of
     * version 0.2. */
    merge: (today: string) =>
      files.withoutLost(async (absent) => {
        const { files: all } = await files.list();
        const runs = runsOf(all.filter(({ object }) => !absent.has(object))).filter(
          (run) =>
            run.length >= ((run[0]?.day ?? '') < today ? 2 : mergedAtOnce) ||
            run.some(({ indexAt }) => indexAt !== undefined),
        );
        for (const run of runs.slice(0, maxMerges)) {
          const list = await files.list();
          const inList = new Set(list.files.map(({ object }) => object));
          if (!run.every(({ object }) => inList.has(object))) return;
          const file = await local.hold(run, (paths) =>
            store(run[0]?.day ?? '', async () => filesOf(paths)),
          );
          if (!(await files.change(list, { added: [file], removed: run }))) return;
        }
      }),

    /** Removes the oldest days beyond the limits; the current day stays. */
    async removeOldDays(limits: LogLimits, now: Date): Promise<void> {
      const list = await files.list();
      const today = dayOf(now.getTime());
      const oldest = dayOf(now.getTime() - limits.days * dayMilliseconds);
      let bytes = list.files.reduce((sum, file) => sum + file.bytes, 0);
      const days = [...Map.groupBy(list.files, ({ day }) => day)];
      for (const [day, ofDay] of days.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        if (day >= today || (day >= oldest && bytes <= limits.bytes)) return;
        for (let at = 0; at < ofDay.length; at += removedAtOnce) {
          const removed = ofDay.slice(at, at + removedAtOnce);
          if (!(await files.change(await files.list(), { removed }))) return;
        }
        bytes -= ofDay.reduce((sum, file) => sum + file.bytes, 0);
      }
    },

    /** Deletes objects that no list names: of merged and removed files, and of a compaction that
     * broke off. */
    async sweep(now: Date): Promise<void> {
      const oldEnough = now.getTime() - orphanMilliseconds;
      for (const prefix of [folder, oldFolder]) {
        for await (const entries of objects.all(prefix)) {
          // After the page: what was added before it was read is in the list.
          const inUse = new Set((await files.list()).files.map(({ object }) => object));
          const orphans = entries.filter(
            ({ key, modified }) => !inUse.has(key) && modified.getTime() < oldEnough,
          );
          if (orphans.length > 0) await objects.remove(orphans.map(({ key }) => key));
        }
      }
    },
  };
}

/** Files of one day that together are no larger than a full one. */
function runsOf(files: readonly LogFile[]): LogFile[][] {
  const runs: LogFile[][] = [];
  for (const ofDay of Map.groupBy(files, ({ day }) => day).values()) {
    let [bytes, entries] = [Number.POSITIVE_INFINITY, 0];
    for (const file of ofDay.toSorted((one, other) => one.first - other.first)) {
      bytes += file.bytes;
      entries += file.count;
      const run = runs.at(-1);
      if (run && run.length < mergedAtOnce && bytes <= fullBytes && entries <= fullEntries) {
        run.push(file);
      } else {
        runs.push([file]);
        [bytes, entries] = [file.bytes, file.count];
      }
    }
  }
  return runs;
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
