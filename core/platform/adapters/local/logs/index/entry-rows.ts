import type { Sql } from '../../database/statements.ts';
import type { LogEntry } from '../../../../ports/logs.ts';
import { folded } from '../../../rules/logs/folded.ts';

export type Field = 'level' | 'event' | 'repository' | 'noise' | 'user' | 'hook';

export interface Placed {
  readonly id: number;
  readonly entry: LogEntry;
  readonly length: number;
  /** The text log of the entry; null for daily files. */
  readonly file: number | null;
  readonly place: number | null;
}

interface Counted {
  readonly id: number;
  readonly level: number;
  readonly event: number | null;
  readonly repository: number | null;
  readonly noise: number | null;
  readonly hook: number | null;
}

/** Shorter parts of a text than three characters are found as the beginning of a trigram. */
const afterText = '\u0001\u0001';
const maxCachedIds = 100_000;

/** Adds and removes entries in a transaction of the caller, who then calls flush(). */
export function entryRows(sql: Sql) {
  const ids = new Map<string, number>();
  const totals = new Map<string, number>();
  const addEntry = sql.statement('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const addText = sql.statement('INSERT INTO text (rowid, message) VALUES (?, ?)');

  function valueId(field: Field, text: string | null): number | null {
    if (text === null) return null;
    const key = `${field} ${text}`;
    const cached = ids.get(key);
    if (cached !== undefined) return cached;
    const insertion = sql
      .statement('INSERT INTO value (field, text) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(field, text);
    const selection = sql.statement('SELECT id FROM value WHERE field = ? AND text = ?');
    const id = insertion.changes
      ? Number(insertion.lastInsertRowid)
      : Number(selection.get(field, text)?.['id']);
    if (ids.size >= maxCachedIds) ids.clear();
    ids.set(key, id);
    return id;
  }

  function count({ level, event, repository, noise }: Omit<Counted, 'id'>, by: 1 | -1): void {
    const key = `${level},${event ?? 0},${repository ?? 0},${noise ?? 0}`;
    totals.set(key, (totals.get(key) ?? 0) + by);
  }

  return {
    add({ id, entry, length, file, place }: Placed): void {
      const row = {
        time: Date.parse(entry.timestamp),
        level: valueId('level', entry.level) ?? 0,
        event: valueId('event', entry.event_type),
        repository: valueId('repository', entry.repository),
        noise: entry.hook_id === null ? valueId('noise', entry.logger_name) : null,
        user: valueId('user', entry.scm_user),
        hook: valueId('hook', entry.hook_id),
      };
      const { time, level, event, repository, noise, user, hook } = row;
      const [own, pull] = [level, entry.pr_number];
      addEntry.run(id, time, length, own, event, repository, noise, user, hook, pull, file, place);
      addText.run(id, folded(entry.message) + afterText);
      count(row, 1);
    },

    /** Removes at most so many of the entries; the number of those that it removed. */
    remove(condition: string, parameters: readonly number[], most: number): number {
      const rows = sql
        .statement(
          `SELECT id, level, event, repository, noise, hook FROM entry WHERE ${condition} LIMIT ?`,
        )
        .all(...parameters, most) as unknown as Counted[];
      for (const row of rows) {
        sql.statement('DELETE FROM text WHERE rowid = ?').run(row.id);
        sql.statement('DELETE FROM entry WHERE id = ?').run(row.id);
        count(row, -1);
      }
      for (const hook of new Set(rows.map((row) => row.hook))) {
        if (hook === null) continue;
        const unused = sql.statement(
          'DELETE FROM value WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entry WHERE hook = value.id)',
        );
        if (unused.run(hook).changes > 0) ids.clear();
      }
      return rows.length;
    },

    flush(): void {
      const add = sql.statement(
        `INSERT INTO total VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET entries = entries + excluded.entries`,
      );
      for (const [key, entries] of totals) add.run(...key.split(',').map(Number), entries);
      sql.statement('DELETE FROM total WHERE entries = 0').run();
      totals.clear();
    },
  };
}

export type EntryRows = ReturnType<typeof entryRows>;
