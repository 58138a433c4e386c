import type { LogEntry } from '../../../../ports/logs.ts';
import type { Sql } from '../../database/statements.ts';
import { plain, withTasks } from '../files/text-line.ts';
import { rowColumns, type Row, type RowReader } from './read-rows.ts';

const second = 1000;

/** Finds the event of an entry in another file: a text log and a daily file hold it both. */
export function twins(sql: Sql, reader: RowReader) {
  function find(entry: LogEntry, condition: string, times: readonly number[]): number | undefined {
    const rows = sql
      .statement(
        `SELECT ${rowColumns} FROM entry JOIN value ON value.id = entry.level
         WHERE time BETWEEN ? AND ? AND value.text = ? AND ${condition}`,
      )
      .all(...times.slice(0, 2), entry.level, ...times.slice(2)) as unknown as Row[];
    const text = comparable(entry);
    const same = rows.find((row) => {
      const other = reader.read(row);
      return other?.hook_id === entry.hook_id && comparable(other) === text;
    });
    return same?.id;
  }

  return {
    /** The other one of an entry in the text log `file`. A time without a fraction matches the whole second. */
    ofText(entry: LogEntry, file: number, isWholeSecond: boolean): number | undefined {
      const time = Date.parse(entry.timestamp);
      const end = isWholeSecond ? time + second - 1 : time;
      return find(entry, '(file IS NULL OR file <> ?)', [time, end, file]);
    },

    /** The other one of an entry in a daily file. */
    ofDaily(entry: LogEntry): number | undefined {
      const time = Date.parse(entry.timestamp);
      const start = time - (time % second);
      return (
        find(entry, 'file IS NOT NULL', [time, time]) ??
        find(entry, 'file IS NOT NULL', [start, start])
      );
    },
  };
}

function comparable({ message }: LogEntry): string {
  return plain(withTasks(message).message).replaceAll('\n\t', '\n').trimEnd();
}
