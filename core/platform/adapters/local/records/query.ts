import type { SQLInputValue } from 'node:sqlite';
import { columnOf, type AnyTable } from '../../rules/records/any-table.ts';
import type { Exact, ReadQuery } from '../../rules/records/query.ts';
import { encode, quote } from './shape.ts';

export interface Condition {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** The query's conditions in SQL. */
export function conditionsOf(table: AnyTable, query: ReadQuery, now: Date): Condition[] {
  return [
    ...query.equal.map((one) => exact(table, one)),
    ...span(query),
    ...query.filter.map((one) => exact(table, one)),
    ...containing(query),
    ...current(table, now),
  ];
}

function exact(table: AnyTable, { column, value }: Exact): Condition {
  const { type } = columnOf(table, column);
  const text =
    type === 'json' && value !== null
      ? `lantern_same_json(${quote(column)}, ?)`
      : `${quote(column)} IS ?`;
  return { text, values: [encode(type, value)] };
}

function span({ ordered, from, to }: ReadQuery): Condition[] {
  if (ordered === undefined) return [];
  const bounds = [
    ['>=', from],
    ['<=', to],
  ] as const;
  return bounds.flatMap(([operator, value]) =>
    value === undefined ? [] : [{ text: `${quote(ordered)} ${operator} ?`, values: [value] }],
  );
}

function containing({ contains }: ReadQuery): Condition[] {
  if (!contains) return [];
  const { columns, text } = contains;
  const any = columns.map((name) => `lantern_contains(${quote(name)}, ?)`).join(' OR ');
  return [{ text: `(${any || 'FALSE'})`, values: columns.map(() => text) }];
}

function current({ expires }: AnyTable, now: Date): Condition[] {
  if (expires === undefined) return [];
  const column = quote(expires);
  return [{ text: `(${column} IS NULL OR ${column} > ?)`, values: [now.toISOString()] }];
}
