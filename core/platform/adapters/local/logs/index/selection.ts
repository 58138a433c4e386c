import type { SQLOutputValue } from 'node:sqlite';
import type { LogQuery } from '../../../../ports/logs.ts';
import type { Sql } from '../../database/statements.ts';
import { conditionsOf, type Condition } from './conditions.ts';

/** The rows that match a query. */
export interface Selection {
  readonly hasText: boolean;
  /** The rows without the conditions on texts. */
  readonly withoutText: Selection;
  count(): number;
  /** True: its index may have more rows. */
  isMoreThan(most: number): boolean;
  /** `end`: what follows the conditions in the statement. */
  rows(columns: string, end: string, ...values: number[]): Iterable<Record<string, SQLOutputValue>>;
}

/** By an index in the order of time, or of cursors. Undefined: nothing matches. */
export function selectionOf(
  sql: Sql,
  query: LogQuery,
  order: 'time' | 'cursor' = 'time',
): Selection | undefined {
  const conditions = conditionsOf(sql, query);
  if (!conditions) return undefined;
  const { all, text, otherText } = conditions;
  const first = firstOf(sql, all);
  const index = first?.index ?? 'by_time';
  // Few rows have one of these values.
  const isBy = order === 'time' || ['by_hook', 'by_pull'].includes(index);
  const entries = isBy ? `entry INDEXED BY ${index}` : 'entry NOT INDEXED';
  const withText = 'text CROSS JOIN entry ON entry.id = text.rowid';

  function statement(columns: string, match: string | undefined, more: readonly Condition[]) {
    const parts = match === undefined ? more : [{ text: 'text MATCH ?', values: [match] }, ...more];
    const where = parts.map((part) => part.text).join(' AND ') || '1';
    return {
      text: `SELECT ${columns} FROM ${match === undefined ? entries : withText} WHERE ${where}`,
      values: parts.flatMap((part) => part.values),
    };
  }

  function countOf(match: string | undefined): number {
    if (match === undefined && all.every(({ isCounted }) => isCounted)) return totalOf(sql, all);
    const { text: select, values } =
      all.length === 0 && match !== undefined
        ? { text: 'SELECT count(*) AS total FROM text WHERE text MATCH ?', values: [match] }
        : statement('count(*) AS total', match, all);
    return Number(sql.statement(select).get(...values)?.['total']);
  }

  function selection(match: string | undefined, other: string | undefined): Selection {
    return {
      hasText: match !== undefined || other !== undefined,

      get withoutText() {
        return selection(undefined, undefined);
      },

      count() {
        const both = [match, other].filter((one) => one !== undefined).join(' AND ');
        return countOf(match) - (other === undefined ? 0 : countOf(both));
      },

      isMoreThan(most) {
        const parts = all.filter((one) => one === first || /^time [<>]/.test(one.text));
        const { text: select, values } = statement('1', undefined, parts);
        const bounded = `SELECT count(*) AS rows FROM (${select} LIMIT ?)`;
        return Number(sql.statement(bounded).get(...values, most + 1)?.['rows']) > most;
      },

      rows(columns, end, ...values) {
        const whole = match === undefined || other === undefined ? match : `${match} NOT ${other}`;
        const without =
          match === undefined && other !== undefined
            ? [
                {
                  text: 'entry.id NOT IN (SELECT rowid FROM text WHERE text MATCH ?)',
                  values: [other],
                },
              ]
            : [];
        const select = statement(columns, whole, [...all, ...without]);
        return sql.statement(`${select.text} ${end}`).iterate(...select.values, ...values);
      },
    };
  }

  return selection(text, otherText);
}

export function totalOf(sql: Sql, conditions: readonly Condition[]): number {
  const where = conditions.map(({ text }) => text).join(' AND ') || '1';
  const row = sql
    .statement(`SELECT sum(entries) AS entries FROM total WHERE ${where}`)
    .get(...conditions.flatMap(({ values }) => values));
  return Number(row?.['entries'] ?? 0);
}

/** The condition whose index has the fewest rows: without statistics SQLite takes one index for as
 * good as another. A delivery, a pull request or a user has few. */
function firstOf(sql: Sql, conditions: readonly Condition[]): Condition | undefined {
  const rows = (one: Condition) => (one.isCounted ? totalOf(sql, [one]) : 0);
  return conditions
    .filter(({ index }) => index !== undefined)
    .map((one) => ({ one, rows: rows(one) }))
    .reduce<{ one?: Condition; rows: number }>((a, b) => (b.rows < a.rows ? b : a), {
      rows: Infinity,
    }).one;
}
