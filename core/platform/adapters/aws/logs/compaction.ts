import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { LogLimits } from '../../../ports/logs.ts';
import { dayOf, oldDays } from '../../rules/logs/old-days.ts';
import { cursorKey } from '../feed/items.ts';
import type { LogFile } from './files.ts';
import { copyOf, filesOf, statsOf, timeOf, writeRecords } from './parquet.ts';
import type { LogParts } from './parts.ts';
import type { TailItem } from './tail.ts';

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
/** A compaction may be about to list an object. */
const orphanMilliseconds = 3_600_000;

/** One folder for each day, in Hive's layout: Athena reads them as a table (infra/log-table.ts). */
const folder = 'logs/days/';
/** Version 0.2 wrote here. */
const oldFolder = 'logs/segments/';

/** What moves entries into files. Repeatable, and harmless when two run at once: only the first one's
 * change of the list is accepted. */
export function compaction({ engine, objects, tail, files, local }: LogParts) {
  /** Stores a file as an object, which no list names yet. */
  async function store(day: string, write: (path: string) => Promise<unknown>) {
    const path = await engine.newPath();
    try {
      await write(path);
      const stats = await statsOf(engine, path);
      const body = await readFile(path);
      const object = `${folder}day=${day}/${cursorKey(stats.first)}-${randomUUID()}.parquet`;
      await objects.put(object, body);
      return { ...stats, object, day, bytes: body.length };
    } finally {
      await rm(path, { force: true });
    }
  }

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
    const records = items
      .flatMap((item) => item.records)
      .filter(({ entry }) => entry.cursor > list.last);
    const added = [];
    for (const [day, ofDay] of Map.groupBy(records, ({ entry }) => dayOf(timeOf(entry)))) {
      added.push(await store(day, (path) => writeRecords(engine, ofDay, path)));
    }
    const last = records.at(-1)?.entry.cursor;
    if (last !== undefined && !(await files.change(list, { added, last }))) return false;
    await tail.remove(items.slice(0, -1).map(({ key }) => key));
    return bytes > movedBytes && items.length > 1;
  }

  return {
    async moveTail(): Promise<void> {
      while (await moveItems());
    },

    /** Deletes objects that no list names: of merged and removed files, and of a compaction that
     * broke off. Returns what was there. */
    async sweep(now: Date): Promise<Set<string>> {
      const oldEnough = now.getTime() - orphanMilliseconds;
      const stored = new Set<string>();
      for (const prefix of [folder, oldFolder]) {
        for await (const page of objects.all(prefix)) {
          // After the page: what was added before it was read is in the list.
          const inUse = new Set((await files.list()).files.map(({ object }) => object));
          const orphans = page.filter(
            ({ key, modified }) => !inUse.has(key) && modified.getTime() < oldEnough,
          );
          await objects.remove(orphans.map(({ key }) => key));
          for (const { key } of page) stored.add(key);
        }
      }
      return stored;
    },

    /** Merges small files of one day, so that a search reads few objects, and rewrites segments of
     * version 0.2. What is not among the objects is lost. */
    async merge(today: string, stored: ReadonlySet<string>): Promise<void> {
      for (let merges = 0; merges < maxMerges; merges++) {
        const list = await files.list();
        const present = list.files.filter(({ object }) => stored.has(object));
        const run = mergeable(present, today);
        if (!run) return;
        const day = run[0]?.day ?? '';
        const file = await local.hold(run, async (paths, missing) =>
          missing.length > 0
            ? undefined
            : store(day, (path) => engine.rows(copyOf(filesOf(paths), path))),
        );
        if (!file || !(await files.change(list, { added: [file], removed: run }))) return;
      }
    },

    /** Removes the oldest days beyond the limits; the current day stays. */
    async removeOldDays(limits: LogLimits, now: Date): Promise<void> {
      const { files: all } = await files.list();
      const days = oldDays(all, limits, now);
      const old = all.filter(({ day }) => days.has(day));
      for (let at = 0; at < old.length; at += removedAtOnce) {
        const removed = old.slice(at, at + removedAtOnce);
        if (!(await files.change(await files.list(), { removed }))) return;
      }
    },
  };
}

/** Files that become one: a segment of version 0.2, or small files of one day. */
function mergeable(files: readonly LogFile[], today: string): readonly LogFile[] | undefined {
  const old = files.find(({ indexAt }) => indexAt !== undefined);
  if (old) return [old];
  const small = files.filter((one) => one.bytes < fullBytes / 2 && one.count < fullEntries / 2);
  for (const [day, ofDay] of Map.groupBy(small, (one) => one.day)) {
    let [bytes, entries] = [0, 0];
    const run = ofDay.slice(0, mergedAtOnce).filter((file) => {
      bytes += file.bytes;
      entries += file.count;
      return bytes < fullBytes && entries < fullEntries;
    });
    if (run.length >= (day < today ? 2 : mergedAtOnce)) return run;
  }
  return undefined;
}
