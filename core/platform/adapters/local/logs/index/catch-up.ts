import type { Sql } from '../../database/statements.ts';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf } from '../../../rules/logs/entry-of.ts';
import { linesOf } from '../files/lines.ts';
import { cursorAt, cursorsPerMillisecond, dayOf } from '../files/places.ts';
import { recordFrom } from '../files/record.ts';
import { entryRows, type EntryRows } from './entry-rows.ts';
import { filesOnDisk, isSame, knownFiles, matched, sealOf } from './folder.ts';
import type { DiskFile, KnownFile } from './folder.ts';
import { indexes } from './layout.ts';
import type { LogIndex } from './open-index.ts';
import { openFile, rowReader } from './read-rows.ts';
import { blocksOf } from './text-block.ts';
import { twins } from './twins.ts';

const removedAtOnce = 2_000;
const checkedEvery = 64;

export interface Progress {
  /** Bytes that are not in the index yet; 0: it is complete. */
  readonly missingBytes: number;
  readonly totalBytes: number;
}

/** Brings the index up to the files, at most for so long. */
export function catchUp(index: LogIndex, milliseconds: number): Progress {
  const { sql, directory } = index;
  const files = filesOnDisk(directory);
  const totalBytes = bytesOf(files);
  if (isComplete(files, knownFiles(sql))) return { missingBytes: 0, totalBytes };
  sql.execute('BEGIN IMMEDIATE');
  try {
    const missingBytes = work(index, files, performance.now() + milliseconds);
    sql.execute('COMMIT');
    const areDaysRead = missingBytes <= bytesOf(files.filter(({ day }) => day === undefined));
    if (areDaysRead && !isIndexed(sql)) sql.execute(indexes);
    return { missingBytes, totalBytes };
  } catch (error) {
    // A full disk makes SQLite undo the transaction by itself.
    if (index.isTransaction()) sql.execute('ROLLBACK');
    throw error;
  }
}

function bytesOf(files: readonly DiskFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

export function isIndexed(sql: Sql): boolean {
  return sql.statement("SELECT 1 FROM sqlite_master WHERE name = 'by_time'").get() !== undefined;
}

function isComplete(files: readonly DiskFile[], indexed: readonly KnownFile[]): boolean {
  const byName = new Map(indexed.map((one) => [one.name, one]));
  return (
    files.length === indexed.length &&
    files.every((file) => {
      const one = byName.get(file.name);
      return one !== undefined && isSame(file, one);
    })
  );
}

function work(index: LogIndex, files: readonly DiskFile[], deadline: number): number {
  const { sql, directory } = index;
  const rows = entryRows(sql);
  using reader = rowReader(sql, directory);
  const indexed = knownFiles(sql);
  const pairs = matched(directory, files, indexed);
  const current = new Set(pairs.values());
  let missing = 0;
  for (const one of indexed) {
    if (!current.has(one) && !forget(index, rows, one, deadline)) missing += one.size;
  }
  if (missing === 0) {
    const twin = twins(sql, reader);
    const hasIndexes = isIndexed(sql);
    for (const [file, { id }] of pairs) {
      sql.statement('UPDATE file SET name = ? WHERE id = ?').run(file.name, id);
    }
    for (const file of files) {
      // A line of a text log is compared with the daily files: they are read first.
      const isTooEarly = file.day === undefined && (missing > 0 || !hasIndexes);
      if (isTooEarly) missing += file.size;
      else missing += readFile({ index, rows, twin, deadline }, file, pairs.get(file));
    }
  }
  rows.flush();
  return missing;
}

/** False: there was not enough time. */
function forget({ sql }: LogIndex, rows: EntryRows, one: KnownFile, deadline: number): boolean {
  const day = dayOf(one.name);
  const [condition, parameters] =
    day === undefined
      ? ['file = ?', [one.id]]
      : ['id >= ? AND id < ?', [cursorAt(day, -1), cursorAt(day + 1, -1)]];
  for (;;) {
    if (rows.remove(condition, parameters, removedAtOnce) < removedAtOnce) break;
    if (performance.now() > deadline) return false;
  }
  sql.statement('DELETE FROM file WHERE id = ?').run(one.id);
  return true;
}

interface Reading {
  readonly index: LogIndex;
  readonly rows: EntryRows;
  readonly twin: ReturnType<typeof twins>;
  readonly deadline: number;
}

interface Position {
  readonly position: number;
  readonly last: number | null;
  readonly isComplete: boolean;
}

/** How many bytes are missing. */
function readFile(reading: Reading, file: DiskFile, indexed: KnownFile | undefined): number {
  const { directory, sql } = reading.index;
  if (indexed && isSame(file, indexed)) return 0;
  if (indexed === undefined && performance.now() > reading.deadline) return Math.max(1, file.size);
  const handle = openFile(join(directory, file.name));
  if (handle === undefined) return 0;
  try {
    const id = indexed?.id ?? idOf(reading.index, file);
    const read = file.day === undefined ? readText : readDaily;
    const { position, last, isComplete } = read(reading, handle, file, { id, indexed });
    const seal = sealOf(directory, file.name, position);
    // Until it is complete, the stored size differs from the file's.
    const size = isComplete ? file.size : -1;
    sql
      .statement(
        `UPDATE file SET name = ?, inode = ?, position = ?, seal = ?, last = ?, size = ?, modified = ?
         WHERE id = ?`,
      )
      .run(file.name, file.inode, position, seal, last, size, file.modified, id);
    return isComplete ? 0 : Math.max(1, file.size - position);
  } finally {
    closeSync(handle);
  }
}

function idOf({ sql }: LogIndex, { name, inode }: DiskFile): number {
  const insertion = sql
    .statement(
      "INSERT INTO file (name, inode, position, seal, size, modified) VALUES (?, ?, 0, '', -1, 0)",
    )
    .run(name, inode);
  return Number(insertion.lastInsertRowid);
}

interface Known {
  readonly id: number;
  readonly indexed: KnownFile | undefined;
}

function readDaily(
  { rows, twin, deadline, index }: Reading,
  handle: number,
  file: DiskFile,
  { indexed }: Known,
): Position {
  const hasTexts =
    isIndexed(index.sql) &&
    index.sql.statement('SELECT 1 FROM entry WHERE file IS NOT NULL LIMIT 1').get() !== undefined;
  let position = indexed?.position ?? 0;
  let count = 0;
  for (const { start, end, bytes, isEnded } of linesOf(handle, position)) {
    const record = bytes.length > 0 ? recordFrom(bytes) : undefined;
    // Half a line: the rest follows, or the next writer ends it.
    if (!record && !isEnded) break;
    if (record) {
      const entry = entryOf(record);
      const other = hasTexts ? twin.ofDaily(entry) : undefined;
      if (other !== undefined) rows.remove('id = ?', [other], 1);
      const id = cursorAt(file.day ?? 0, start);
      rows.add({ id, entry, length: bytes.length, file: null, place: null });
    }
    position = end;
    count += 1;
    if (count % checkedEvery === 0 && performance.now() > deadline) {
      return { position, last: null, isComplete: position >= file.size };
    }
  }
  return { position, last: null, isComplete: true };
}

function readText(
  { rows, twin, deadline, index }: Reading,
  handle: number,
  file: DiskFile,
  { id: fileId, indexed }: Known,
): Position {
  const { sql } = index;
  if (typeof indexed?.last === 'number') rows.remove('id = ?', [indexed.last], 1);
  const { name, size, modified } = file;
  let position = indexed?.position ?? 0;
  let last: number | null = null;
  let free = 0;
  let count = 0;
  const from = position;
  for (const block of blocksOf(handle, { from, end: size, name, modified: Math.floor(modified) })) {
    const { entry, start, length, isWholeSecond } = block;
    position = start;
    last = null;
    if (count > 0 && performance.now() > deadline) return { position, last, isComplete: false };
    count += 1;
    if (twin.ofText(entry, fileId, isWholeSecond) !== undefined) continue;
    const firstCursor = Date.parse(entry.timestamp) * cursorsPerMillisecond + 1;
    // Entries of one moment, many in a log of whole seconds, take the next free cursors.
    free = Math.max(firstCursor, free < firstCursor + secondOfCursors ? free : 0);
    while (sql.statement('SELECT 1 FROM entry WHERE id = ?').get(free)) free += 1;
    rows.add({ id: free, entry, length, file: fileId, place: start });
    last = free;
  }
  return { position, last, isComplete: true };
}

const secondOfCursors = 1000 * cursorsPerMillisecond;
