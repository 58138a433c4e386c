import type { LogQuery, LogValues } from '../../../../ports/logs.ts';
import { folded } from '../../../rules/logs/folded.ts';
import { isRepository } from '../../../rules/logs/matches.ts';
import type { Sql } from '../../database/statements.ts';
import type { Field } from './entry-rows.ts';

export interface Condition {
  readonly text: string;
  readonly values: readonly (number | string)[];
  /** Selects its rows, in the order of time. */
  readonly index?: string;
  /** It is about columns that the totals have. */
  readonly isCounted?: boolean;
}

export interface Conditions {
  readonly all: readonly Condition[];
  /** Queries of FTS5. */
  readonly text: string | undefined;
  readonly otherText: string | undefined;
}

const columns = {
  hook_id: 'hook',
  scm_user: 'user',
  repository: 'repository',
  event_type: 'event',
  level: 'level',
} as const;
const totalColumns: readonly string[] = ['level', 'event', 'repository', 'noise'];

/** The query as conditions on the tables. Undefined: no entry can match. */
export function conditionsOf(sql: Sql, query: LogQuery): Conditions | undefined {
  const { where = {}, not = {}, withoutNoiseOf = [], start, end, after, before } = query;
  const all: Condition[] = [];
  const add = (text: string, value: number | undefined) => {
    if (value !== undefined) all.push({ text, values: [value] });
  };
  const exclude = (column: Field, ids: readonly number[]) => {
    if (ids.length === 0) return;
    const text = `ifnull(${column}, 0) NOT IN (${ids.map(() => '?').join()})`;
    all.push({ text, values: ids, isCounted: totalColumns.includes(column) });
  };
  if (where.pr_number !== undefined) {
    all.push({ text: 'pull = ?', values: [where.pr_number], index: 'by_pull' });
  }
  for (const [name, column] of Object.entries(columns) as [keyof typeof columns, Field][]) {
    const value = where[name];
    if (value !== undefined) {
      const ids = valuesLike(sql, column, value);
      if (ids.length === 0) return undefined;
      const text = ids.map(() => `${column} = ?`).join(' OR ');
      // With several values the index has no order of time.
      const index = ids.length === 1 ? { index: `by_${column}` } : {};
      all.push({
        text: `(${text})`,
        values: ids,
        ...index,
        isCounted: totalColumns.includes(column),
      });
    }
    if (not[name] !== undefined) exclude(column, valuesLike(sql, column, not[name]));
  }
  add('pull IS NOT ?', not.pr_number);
  exclude(
    'noise',
    withoutNoiseOf.flatMap((name) => valuesLike(sql, 'noise', name)),
  );
  add('time >= ?', start === undefined ? undefined : Date.parse(start));
  add('time <= ?', end === undefined ? undefined : Date.parse(end));
  add('entry.id > ?', after);
  add('entry.id < ?', before);
  const [text, otherText] = [trigramsOf(sql, where), trigramsOf(sql, not)];
  if (text === null || not.search === '') return undefined;
  return { all, text, otherText: otherText ?? undefined };
}

function valuesLike(sql: Sql, field: Field, value: string): number[] {
  if (field !== 'repository') {
    const row = sql
      .statement('SELECT id FROM value WHERE field = ? AND text = ?')
      .get(field, value);
    return row ? [Number(row['id'])] : [];
  }
  return sql
    .statement('SELECT id, text FROM value WHERE field = ?')
    .all(field)
    .filter((row) => isRepository(String(row['text']), value))
    .map((row) => Number(row['id']));
}

/** Undefined: no condition. Null: no text has it. A part of fewer than three characters is the
 * beginning of a trigram: texts are indexed with two more characters. */
function trigramsOf(sql: Sql, { search }: LogValues): string | undefined | null {
  if (search === undefined || search === '') return undefined;
  const part = folded(search);
  if ([...part].length >= 3) return quoted(part);
  const terms = sql
    .statement('SELECT term FROM trigram WHERE term >= ? AND term <= ?')
    .all(part, `${part}\u{10ffff}\u{10ffff}`)
    .map((row) => quoted(String(row['term'])));
  return terms.length === 0 ? null : `(${terms.join(' OR ')})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
