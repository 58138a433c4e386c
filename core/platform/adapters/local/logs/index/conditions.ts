import type { LogQuery, LogValues } from '../../../../ports/logs.ts';
import { folded } from '../../../rules/logs/folded.ts';
import { isRepository } from '../../../rules/logs/matches.ts';
import type { Sql } from '../../database/statements.ts';
import type { Field } from './entry-rows.ts';

export interface Condition {
  readonly text: string;
  readonly values: readonly number[];
  /** The condition alone selects few rows by this index. */
  readonly index?: string;
  /** It is about columns that the totals have. */
  readonly isCounted: boolean;
}

export interface Conditions {
  readonly all: readonly Condition[];
  /** A query of FTS5. */
  readonly wanted: string | undefined;
  readonly unwanted: string | undefined;
}

const columns = {
  level: 'level',
  event_type: 'event',
  repository: 'repository',
  scm_user: 'user',
  hook_id: 'hook',
} as const;
const counted: readonly string[] = ['level', 'event', 'repository', 'noise'];

/** The query as conditions on the tables. Undefined: no entry can match. */
export function conditionsOf(sql: Sql, query: LogQuery): Conditions | undefined {
  const all: Condition[] = [];
  const { where = {}, not = {}, withoutNoiseOf = [] } = query;
  for (const [name, column] of Object.entries(columns) as [keyof typeof columns, Field][]) {
    const [wanted, unwanted] = [where[name], not[name]];
    if (wanted !== undefined) {
      const ids = valuesLike(sql, column, wanted);
      if (ids.length === 0) return undefined;
      all.push({ ...isOneOf(column, ids), index: `by_${column}` });
    }
    if (unwanted !== undefined) all.push(isNoneOf(column, valuesLike(sql, column, unwanted)));
  }
  if (where.pr_number !== undefined) {
    const values = [where.pr_number];
    all.push({ text: 'pull = ?', values, index: 'by_pull', isCounted: false });
  }
  if (not.pr_number !== undefined) {
    all.push({ text: 'pull IS NOT ?', values: [not.pr_number], isCounted: false });
  }
  const noise = withoutNoiseOf.flatMap((name) => valuesLike(sql, 'noise', name));
  all.push(isNoneOf('noise', noise));
  const limits = [
    ['time >= ?', query.start],
    ['time <= ?', query.end],
  ] as const;
  for (const [text, value] of limits) {
    if (value !== undefined) all.push({ text, values: [Date.parse(value)], isCounted: false });
  }
  const bounds = [
    ['id > ?', query.after],
    ['id < ?', query.before],
  ] as const;
  for (const [text, value] of bounds) {
    if (value !== undefined) all.push({ text, values: [value], isCounted: false });
  }
  const [wanted, unwanted] = [trigramsOf(sql, where), trigramsOf(sql, not)];
  if (wanted === null || not.search === '') return undefined;
  return { all: all.filter(({ text }) => text !== ''), wanted, unwanted: unwanted ?? undefined };
}

function isOneOf(column: Field, ids: readonly number[]): Condition {
  const text = `${column} IN (${ids.map(() => '?').join()})`;
  return { text, values: ids, isCounted: counted.includes(column) };
}

function isNoneOf(column: Field, ids: readonly number[]): Condition {
  const text = `ifnull(${column}, 0) NOT IN (${ids.map(() => '?').join()})`;
  return { text: ids.length === 0 ? '' : text, values: ids, isCounted: counted.includes(column) };
}

function valuesLike(sql: Sql, field: Field, wanted: string): number[] {
  if (field !== 'repository') {
    const row = sql
      .statement('SELECT id FROM value WHERE field = ? AND text = ?')
      .get(field, wanted);
    return row ? [Number(row['id'])] : [];
  }
  return sql
    .statement('SELECT id, text FROM value WHERE field = ?')
    .all(field)
    .filter((row) => isRepository(String(row['text']), wanted))
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
