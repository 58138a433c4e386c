import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry, LogRecord, PlacedEntry } from '../../../../ports/logs.ts';
import { entryOf } from '../../../rules/logs/entry-of.ts';
import type { Sql } from '../../database/statements.ts';
import { dailyFile, placeOf } from '../files/places.ts';
import { recordFrom } from '../files/record.ts';
import { maxEntryBytes, textEntry } from './text-block.ts';

export interface Row {
  readonly id: number;
  readonly time: number;
  readonly length: number;
  readonly file: number | null;
  readonly place: number | null;
}

export const rowColumns = 'entry.id, entry.time, entry.length, entry.file, entry.place';

/** Reads entries from the files. Dispose it to close them. */
export function rowReader(sql: Sql, directory: string) {
  const open = new Map<string, number | undefined>();

  function bytesOf(name: string, place: number, length: number): Buffer {
    if (!open.has(name)) open.set(name, openFile(join(directory, name)));
    const file = open.get(name);
    const bytes = Buffer.alloc(length);
    return file === undefined ? bytes : bytes.subarray(0, readSync(file, bytes, 0, length, place));
  }

  function recordOf({ id, length, file }: Row): LogRecord | undefined {
    if (file !== null) return undefined;
    const { day, start } = placeOf(id);
    return recordFrom(bytesOf(dailyFile(day), start, length));
  }

  function read(row: Row): LogEntry | undefined {
    if (row.file === null) {
      const record = recordOf(row);
      return record && entryOf(record);
    }
    const name = String(
      sql.statement('SELECT name FROM file WHERE id = ?').get(row.file)?.['name'],
    );
    const bytes = bytesOf(name, row.place ?? 0, Math.min(row.length, maxEntryBytes));
    return bytes.length === 0 ? undefined : textEntry(bytes, name, row.time).entry;
  }

  return {
    recordOf,
    read,
    /** A file that has vanished meanwhile has no entries. */
    readAll: (rows: readonly Row[]): PlacedEntry[] =>
      rows.flatMap((row) => {
        const entry = read(row);
        return entry ? [{ ...entry, cursor: row.id }] : [];
      }),
    [Symbol.dispose]() {
      for (const file of open.values()) if (file !== undefined) closeSync(file);
    },
  };
}

export type RowReader = ReturnType<typeof rowReader>;

/** Undefined: it vanished, or is a link or a pipe. */
export function openFile(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
