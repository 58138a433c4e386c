import { dayMilliseconds } from '../files/places.ts';
import type { Sql } from '../../database/statements.ts';
import { conditionsOf, type Condition, type Conditions } from './conditions.ts';
import { everyDay } from './entry-rows.ts';
import type { LogQuery } from '../../../../ports/logs.ts';

type Parameters = readonly (number | string)[];

/** A FROM and WHERE that selects the matches, by the index that gives the fewest rows. */
export interface Selection {
  readonly from: string;
  readonly where: string;
  readonly parameters: Parameters;
}

/** Fewer rows than this are selected and sorted at once. */
export const fewRows = 20_000;

export interface Finder {
  readonly conditions: Conditions;
  /** The fewest rows that one condition selects, and its index. */
  readonly driver: { readonly rows: number; readonly index: string | undefined };
  /** With further conditions, by the driver. */
  select(more?: readonly Condition[]): Selection;
  /** By time, for days whose matches are many. */
  selectByTime(more: readonly Condition[]): Selection;
  /** From the kept totals; undefined: they do not know it. */
  knownTotal(): number | undefined;
  /** Days that have matches of the conditions that the totals know. */
  days(): { readonly day: number; readonly most: number }[];
}

/** Undefined: nothing matches. */
export function finder(sql: Sql, query: LogQuery): Finder | undefined {
  const conditions = conditionsOf(sql, query);
  if (conditions === undefined) return undefined;
  const { all, wanted, unwanted } = conditions;
  const driver = driverOf(sql, all, query);

  function selection(index: string | undefined, parts: readonly Condition[]): Selection {
    const by = index === undefined ? '' : ` INDEXED BY ${index}`;
    const from =
      wanted === undefined ? `entry${by}` : 'text CROSS JOIN entry ON entry.id = text.rowid';
    const texts = parts.map(({ text }) => text);
    const values: (number | string)[] = parts.flatMap((part) => part.values);
    if (wanted !== undefined) {
      texts.unshift('text MATCH ?');
      values.unshift(unwanted === undefined ? wanted : `${wanted} NOT ${unwanted}`);
    } else if (unwanted !== undefined) {
      texts.push('entry.id NOT IN (SELECT rowid FROM text WHERE text MATCH ?)');
      values.push(unwanted);
    }
    return { from, where: texts.join(' AND ') || '1', parameters: values };
  }

  const known = all.filter(({ isCounted }) => isCounted);
  return {
    conditions,
    driver,
    select: (more = []) => selection(driver.index, [...all, ...more]),
    selectByTime: (more) => selection('by_time', [...all, ...more]),

    knownTotal() {
      if (known.length < all.length || wanted !== undefined || unwanted !== undefined)
        return undefined;
      return totalOf(sql, known);
    },

    days() {
      const { text, values } = joined(known);
      return sql
        .statement(
          `SELECT day, sum(entries) AS most FROM total WHERE day <> ${everyDay} AND ${text}
           GROUP BY day ORDER BY day`,
        )
        .all(...values) as unknown as { day: number; most: number }[];
    },
  };
}

export function ofDay(day: number): Condition[] {
  const start = day * dayMilliseconds;
  return [
    { text: 'time >= ?', values: [start], isCounted: false },
    { text: 'time < ?', values: [start + dayMilliseconds], isCounted: false },
  ];
}

export function totalOf(sql: Sql, conditions: readonly Condition[]): number {
  const { text, values } = joined(conditions);
  const row = sql
    .statement(`SELECT sum(entries) AS entries FROM total WHERE day = ${everyDay} AND ${text}`)
    .get(...values);
  return Number(row?.['entries'] ?? 0);
}

function joined(conditions: readonly Condition[]) {
  const text = conditions.map((one) => one.text).join(' AND ') || '1';
  return { text, values: conditions.flatMap((one) => one.values) };
}

/** Without statistics SQLite takes one index for as good as another. */
function driverOf(sql: Sql, all: readonly Condition[], query: LogQuery): Finder['driver'] {
  let best = rangeOf(sql, query);
  for (const condition of all) {
    const { index, text, values, isCounted } = condition;
    if (index === undefined) continue;
    const rows = isCounted
      ? totalOf(sql, [condition])
      : Number(
          sql
            .statement(`SELECT count(*) AS rows FROM entry INDEXED BY ${index} WHERE ${text}`)
            .get(...values)?.['rows'],
        );
    if (rows < best.rows) best = { rows, index };
  }
  return best;
}

/** At most so many entries are in the range of time: those of its days. */
function rangeOf(sql: Sql, { start, end }: LogQuery): Finder['driver'] {
  if (start === undefined && end === undefined) return { rows: Infinity, index: undefined };
  const day = (time: string) => Math.floor(Date.parse(time) / dayMilliseconds);
  const row = sql
    .statement('SELECT sum(entries) AS entries FROM total WHERE day BETWEEN ? AND ?')
    .get(start === undefined ? everyDay + 1 : day(start), end === undefined ? -everyDay : day(end));
  return { rows: Number(row?.['entries'] ?? 0), index: 'by_time' };
}
