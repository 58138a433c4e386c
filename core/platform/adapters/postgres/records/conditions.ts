import { columnOf, type AnyTable } from '../../rules/records/any-table.ts';
import type { Exact, ReadQuery } from '../../rules/records/query.ts';
import { encodeText } from '../database/text.ts';
import { encode, quote, type Parameters } from './shape.ts';

/** The query's conditions in SQL. */
export function conditionsOf(
  table: AnyTable,
  query: ReadQuery,
  now: Date,
  parameters: Parameters,
): string[] {
  const { mark } = parameters;
  const conditions = [...query.equal, ...query.filter].map((one) => exact(table, one, parameters));
  const { ordered, from, to, contains } = query;
  if (ordered !== undefined) {
    const { type } = columnOf(table, ordered);
    if (from !== undefined) conditions.push(`${quote(ordered)} >= ${mark(encode(type, from))}`);
    if (to !== undefined) conditions.push(`${quote(ordered)} <= ${mark(encode(type, to))}`);
  }
  if (contains) {
    const text = mark(encodeText(contains.text));
    const any = contains.columns.map((name) => `strpos(${inLowerCase(name)}, ${text}) > 0`);
    conditions.push(`(${any.join(' OR ') || 'FALSE'})`);
  }
  if (table.expires !== undefined) {
    const column = quote(table.expires);
    conditions.push(`(${column} IS NULL OR ${column} > ${mark(now.toISOString())})`);
  }
  return conditions;
}

function exact(table: AnyTable, { column, value }: Exact, { mark }: Parameters): string {
  const name = quote(column);
  if (value === null) return `${name} IS NULL`;
  const { type } = columnOf(table, column);
  const encoded = mark(encode(type, value));
  return type === 'json' ? `${comparable(name)} = ${comparable(encoded)}` : `${name} = ${encoded}`;
}

/** By Unicode's rules, as JavaScript does; the database's own collation may know ASCII alone. */
function inLowerCase(column: string): string {
  return `lower(${quote(column)} COLLATE "und-x-icu") COLLATE "C"`;
}

/** jsonb compares without regard to the order of keys, but refuses two escapes that JSON may have. */
function comparable(json: string): string {
  return `regexp_replace(${json}::text, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd\\1', 'g')::jsonb`;
}
