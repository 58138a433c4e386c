import type { SQLInputValue } from 'node:sqlite';
import type { Page, Query } from '../../../ports/records.ts';
import type { Sql } from '../database/statements.ts';
import { columnOf, type AnyTable, type Row } from '../../rules/records/any-table.ts';
import { readCursor, writeCursor } from '../../rules/records/cursor.ts';
import { readQuery, type ReadQuery } from '../../rules/records/query.ts';
import { conditionsOf, type Condition } from './query.ts';
import { columnNames, decodeRow, encode, quote } from './shape.ts';

interface Plan extends ReadQuery {
  readonly conditions: readonly Condition[];
  readonly selected: readonly string[];
}

export function listRows(
  sql: Sql,
  table: AnyTable,
  query: Query<Row>,
  now: Date,
  columns?: readonly string[],
): Page<Row> {
  const read = readQuery(table, query);
  const selected = columns ? [...new Set([...columns, ...read.order])] : columnNames(table);
  const plan: Plan = { ...read, conditions: conditionsOf(table, read, now), selected };
  const stored = rowsOf(sql, table, plan, query.cursor);
  const more = stored.length > plan.limit;
  const rows = stored.slice(0, plan.limit).map((row) => decodeRow(table, selected, row));
  const last = rows.at(-1);
  return {
    rows,
    ...(more && last ? { cursor: writeCursor(table, read, last) } : {}),
    ...(plan.total ? { total: totalOf(sql, table, plan) } : {}),
  };
}

/** One more than the page holds, which tells whether a cursor is due. */
function rowsOf(sql: Sql, table: AnyTable, plan: Plan, cursor: string | undefined) {
  const count = plan.limit + 1;
  if (cursor === undefined) return select(sql, table, plan, [], count, plan.offset);
  const position = readCursor(table, plan, cursor);
  // The whole key has one row.
  if (plan.order.length === 0) return [];
  const values = plan.order.map((name, at) => encode(columnOf(table, name).type, position[at]));
  const columns = plan.order.map(quote).join(', ');
  const marks = values.map(() => '?').join(', ');
  const text = `(${columns}) ${plan.descending ? '<' : '>'} (${marks})`;
  return select(sql, table, plan, [{ text, values }], count, 0);
}

function select(
  sql: Sql,
  table: AnyTable,
  plan: Plan,
  further: readonly Condition[],
  limit: number,
  offset: number,
) {
  const conditions = [...plan.conditions, ...further];
  const direction = plan.descending ? ' DESC' : '';
  const order = plan.order.map((name) => quote(name) + direction).join(', ');
  const text =
    `SELECT ${plan.selected.map(quote).join(', ')} FROM ${quote(table.name)}${whereOf(conditions)}` +
    `${order ? ` ORDER BY ${order}` : ''} LIMIT ? OFFSET ?`;
  return sql.rows(text, [...valuesOf(conditions), limit, offset]);
}

function totalOf(sql: Sql, table: AnyTable, { conditions }: Plan): number {
  const text = `SELECT count(*) AS total FROM ${quote(table.name)}${whereOf(conditions)}`;
  return Number(sql.statement(text).get(...valuesOf(conditions))?.['total']);
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.length === 0
    ? ''
    : ` WHERE ${conditions.map(({ text }) => text).join(' AND ')}`;
}

function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(({ values }) => values);
}
