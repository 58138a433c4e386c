import type { LogQuery } from '../../../../ports/logs.ts';
import type { Sql } from '../../database/statements.ts';
import { cursorAt, dayOf, firstDailyCursor } from '../files/places.ts';
import type { Condition } from './conditions.ts';
import { fewRows, finder, type Finder } from './find.ts';

export interface Count {
  readonly total: number;
  readonly scanned: number;
  readonly isPartial: boolean;
}

/** Exact, unless the deadline comes first. */
export function countMatches(sql: Sql, query: LogQuery, found: Finder, deadline: number): Count {
  const known = found.knownTotal();
  if (known !== undefined) return { total: known, scanned: 0, isPartial: false };
  const { wanted, unwanted } = found.conditions;
  if (wanted === undefined && unwanted !== undefined) {
    return difference(sql, query, deadline);
  }
  let total = 0;
  let scanned = 0;
  const isFew = wanted === undefined && found.driver.rows <= fewRows;
  for (const part of deadline === Infinity || isFew ? [[]] : filesNewestFirst(sql)) {
    if (performance.now() > deadline) return { total, scanned, isPartial: true };
    total += countOf(sql, found, part);
    scanned = total;
  }
  return { total, scanned, isPartial: false };
}

/** All without a text: those of all, less those with the text. */
function difference(sql: Sql, query: LogQuery, deadline: number): Count {
  const { search = '', ...not } = query.not ?? {};
  const all = { ...query, not };
  const same = { ...all, where: { ...query.where, search } };
  const of = (each: LogQuery): Count => {
    const found = finder(sql, each);
    return found
      ? countMatches(sql, each, found, deadline)
      : { total: 0, scanned: 0, isPartial: false };
  };
  const [every, without] = [of(all), of(same)];
  const isPartial = every.isPartial || without.isPartial;
  return { total: isPartial ? 0 : every.total - without.total, scanned: 0, isPartial };
}

function countOf(sql: Sql, found: Finder, part: readonly Condition[]): number {
  const { conditions } = found;
  if (conditions.wanted !== undefined && conditions.all.length === 0) {
    const { wanted, unwanted } = conditions;
    const text = unwanted === undefined ? wanted : `${wanted} NOT ${unwanted}`;
    const more = part.map((one) => ` AND ${one.text.replace('entry.id', 'rowid')}`).join('');
    const row = sql
      .statement(`SELECT count(*) AS total FROM text WHERE text MATCH ?${more}`)
      .get(text, ...part.flatMap((one) => one.values));
    return Number(row?.['total']);
  }
  const { from, where, parameters } = found.select(part);
  const row = sql
    .statement(`SELECT count(*) AS total FROM ${from} WHERE ${where}`)
    .get(...parameters);
  return Number(row?.['total']);
}

/** Ranges of cursors. */
function filesNewestFirst(sql: Sql): Condition[][] {
  const days = sql
    .statement('SELECT name FROM file')
    .all()
    .flatMap((row) => dayOf(String(row['name'])) ?? []);
  const between = (from: number, to: number): Condition[] => [
    { text: 'entry.id >= CAST(? AS INTEGER)', values: [from], isCounted: false },
    { text: 'entry.id < CAST(? AS INTEGER)', values: [to], isCounted: false },
  ];
  return [
    ...days
      .sort((one, other) => other - one)
      .map((day) => between(cursorAt(day, -1), cursorAt(day + 1, -1))),
    between(0, firstDailyCursor),
  ];
}
