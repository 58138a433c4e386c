import { closeSync, fstatSync, watch, type FSWatcher } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlacedEntry } from '../../../../ports/logs.ts';
import { entryOf } from '../../../rules/logs/entry-of.ts';
import { linesOf } from '../files/lines.ts';
import { cursorAt, dailyFile, dayOf } from '../files/places.ts';
import { recordFrom } from '../files/record.ts';
import { openFile } from '../index/read-rows.ts';

/** What is appended by any process, from start() on. */
export interface Tail {
  /** Begins at the newest entry. */
  start(): Promise<void>;
  /** Reads what is new. */
  look(): Promise<void>;
  /** Entries below it are in the past, or were given to onEntry. */
  cursor(): number;
  stop(): void;
}

export interface TailOptions {
  readonly directory: string;
  readonly onEntry: (entry: PlacedEntry) => void;
  /** The newest file was removed or cut: cursors begin again. */
  readonly onReplaced: () => void;
}

/** Some file systems, such as a network's, do not tell about changes. */
const lookMilliseconds = 1_000;
const linesATurn = 500;

/** Reads what is added to the daily files, by this process or another one. */
export function tail({ directory, onEntry, onReplaced }: TailOptions): Tail {
  let day = 0;
  let position = 0;
  let inode: number | undefined;
  /** All entries with a lower cursor were given to onEntry, or were there before. */
  let cursor = 0;
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let isAsked = false;
  let isStopped = false;

  async function days(): Promise<number[]> {
    const names = await readdir(directory).catch(() => []);
    return names.flatMap((name) => dayOf(name) ?? []).sort((one, other) => one - other);
  }

  async function readAll(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      for (const each of (await days()).filter((one) => one >= day)) {
        if (each > day) {
          day = each;
          position = 0;
          inode = undefined;
        }
        while (!isStopped && readSome()) await new Promise(setImmediate);
      }
    }
    reading = undefined;
  }

  /** True: there is more. */
  function readSome(): boolean {
    const file = openFile(join(directory, dailyFile(day)));
    if (file === undefined) return false;
    try {
      const { ino, size } = fstatSync(file);
      if (size < position || (inode !== undefined && ino !== inode)) {
        position = 0;
        cursor = cursorAt(day, position);
        onReplaced();
      }
      inode = ino;
      let lines = 0;
      for (const { start, end, bytes, isEnded } of linesOf(file, position)) {
        const record = bytes.length > 0 ? recordFrom(bytes) : undefined;
        if (!record && !isEnded) return false;
        position = end;
        cursor = cursorAt(day, end);
        if (record) onEntry({ ...entryOf(record), cursor: cursorAt(day, start) });
        lines += 1;
        if (lines === linesATurn) return true;
      }
      return false;
    } finally {
      closeSync(file);
    }
  }

  function look(): Promise<void> {
    isAsked = true;
    return (reading ??= readAll());
  }

  return {
    look,

    cursor: () => cursor,

    async start(): Promise<void> {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      day = (await days()).at(-1) ?? 0;
      const file = openFile(join(directory, dailyFile(day)));
      position = file === undefined ? 0 : lastLine(file);
      inode = file === undefined ? undefined : fstatSync(file).ino;
      if (file !== undefined) closeSync(file);
      cursor = cursorAt(day, position);
      watcher = watch(directory, { persistent: false }, () => void look());
      watcher.on('error', () => watcher?.close());
      timer = setInterval(() => void look(), lookMilliseconds).unref();
    },

    stop(): void {
      isStopped = true;
      watcher?.close();
      clearInterval(timer);
    },
  };
}

/** Where the last line begins that is not whole, or the end. */
function lastLine(file: number): number {
  const { size } = fstatSync(file);
  const from = Math.max(0, size - searchedBytes);
  let position = size;
  for (const { start, isEnded } of linesOf(file, from)) if (!isEnded) position = start;
  return position;
}

const searchedBytes = 1024 * 1024;
