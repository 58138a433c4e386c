import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Page, Query } from '../../../ports/records.ts';
import type { Sql } from '../database/statements.ts';
import { columnOf, type AnyTable, type Row } from '../../rules/records/any-table.ts';
import { readCursor, writeCursor } from '../../rules/records/cursor.ts';
import { readQuery, type ReadQuery } from '../../rules/records/query.ts';
import { conditionsOf, type Condition } from './query.ts';
import { columnList, decodeRow, encode, quote } from './shape.ts';

interface Plan extends ReadQuery {
  readonly conditions: readonly Condition[];
}

export function listRows(sql: Sql, table: AnyTable, query: Query<Row>, now: Date): Page<Row> {
  const read = readQuery(table, query);
  const plan: Plan = { ...read, conditions: conditionsOf(table, read, now) };
  const stored = rowsOf(sql, table, plan, query.cursor);
  const more = stored.length > plan.limit;
  const rows = stored.slice(0, plan.limit).map((row) => decodeRow(table, row));
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
  const values = readCursor(table, plan, cursor);
  const position = plan.order.map((name, at) => encode(columnOf(table, name).type, values[at]));
  const rows: Record<string, SQLOutputValue>[] = [];
  for (const part of after(table, plan, position)) {
    if (rows.length < count) rows.push(...select(sql, table, plan, part, count - rows.length, 0));
  }
  return rows;
}

/**
 * What follows the position, as one or two stretches of the index. Comparisons with null are never
 * true in SQL, so rows without an order value (first ascending, last descending) are a stretch of
 * their own; said in one condition with OR, every page would read the index from its start.
 */
function after(table: AnyTable, plan: Plan, position: readonly SQLInputValue[]): Condition[][] {
  const [first, ...rest] = plan.order;
  if (first === undefined) return [];
  const column = quote(first);
  const nullable = columnOf(table, first).nullable;
  if (position[0] === null) {
    const among = { text: `${column} IS NULL`, values: [] };
    const beyond = [among, beyondOf(rest, position.slice(1), plan.descending)];
    return plan.descending ? [beyond] : [beyond, [{ text: `${column} IS NOT NULL`, values: [] }]];
  }
  const beyond = [beyondOf(plan.order, position, plan.descending)];
  const nulls = [{ text: `${column} IS NULL`, values: [] }];
  return plan.descending && nullable ? [beyond, nulls] : [beyond];
}

function beyondOf(
  names: readonly string[],
  values: readonly SQLInputValue[],
  descending: boolean,
): Condition {
  const marks = names.map(() => '?').join(', ');
  const columns = names.map(quote).join(', ');
  return { text: `(${columns}) ${descending ? '<' : '>'} (${marks})`, values };
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
    `SELECT ${columnList(table)} FROM ${quote(table.name)}${whereOf(conditions)}` +
    `${order ? ` ORDER BY ${order}` : ''} LIMIT ? OFFSET ?`;
  return sql.statement(text).all(...valuesOf(conditions), limit, offset);
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
