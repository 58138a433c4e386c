import type { LogQuery, LogValues } from '../../../../ports/logs.ts';
import {
  conditionsOf as commonConditionsOf,
  type Condition as CommonCondition,
  type Conditions,
  type Dialect,
} from '../../../rules/logs/conditions.ts';
import { isRepository } from '../../../rules/logs/matches.ts';
import type { Sql } from '../../database/statements.ts';
import type { Field } from './entry-rows.ts';

export interface Condition extends CommonCondition {
  /** Selects its rows, in the order of time. */
  readonly index?: string;
  /** It is about columns that the totals have. */
  readonly isCounted?: boolean;
}

const columns = {
  hook_id: 'hook',
  scm_user: 'user',
  repository: 'repository',
  event_type: 'event',
  level: 'level',
} as const satisfies Partial<Record<keyof LogValues, Field>>;
const totalColumns: readonly string[] = ['level', 'event', 'repository', 'noise'];

/** The query as conditions on the tables; texts as queries of FTS5. Undefined: no entry can match. */
export function conditionsOf(sql: Sql, query: LogQuery): Conditions<Condition> | undefined {
  const conditions = commonConditionsOf(query, dialectOf(sql));
  if (!conditions) return undefined;
  const [text, otherText] = [conditions.text, conditions.otherText].map((part) =>
    part === undefined ? undefined : trigramsOf(sql, part),
  );
  if (text === null) return undefined;
  return { all: conditions.all, text, otherText: otherText ?? undefined };
}

function dialectOf(sql: Sql): Dialect<Condition> {
  function oneOf(column: Field, ids: readonly number[]): Condition | undefined {
    if (ids.length === 0) return undefined;
    const text = `(${ids.map(() => `${column} = ?`).join(' OR ')})`;
    const isCounted = totalColumns.includes(column);
    // With several values the index has no order of time.
    const index = ids.length === 1 && column !== 'noise' ? { index: `by_${column}` } : {};
    return { text, values: ids, isCounted, ...index };
  }

  return {
    equal(name, value) {
      if (name === 'pr_number') return { text: 'pull = ?', values: [value], index: 'by_pull' };
      return oneOf(columns[name], valuesLike(sql, columns[name], String(value)));
    },
    noise: (loggers) =>
      oneOf(
        'noise',
        loggers.flatMap((name) => valuesLike(sql, 'noise', name)),
      ),
    not: ({ text, values, isCounted = false }) => ({
      text: `(${text}) IS NOT TRUE`,
      values,
      isCounted,
    }),
    bound: (name, comparison, value) =>
      name === 'time'
        ? { text: `time ${comparison} ?`, values: [Date.parse(String(value))] }
        : { text: `entry.id ${comparison} ?`, values: [value] },
  };
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

/** Null: no text has it. A part of fewer than three characters is the beginning of a trigram: texts
 * are indexed with two more characters. */
function trigramsOf(sql: Sql, part: string): string | null {
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
