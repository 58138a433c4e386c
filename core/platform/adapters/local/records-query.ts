import type { SQLInputValue } from 'node:sqlite';
import { Failure } from '#core/platform/failure.ts';
import type { Query } from '#core/platform/ports.ts';
import { columnOf, encode, fits, quote, type AnyTable, type Row } from './records-shape.ts';

export interface Condition {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

export interface Plan {
  readonly conditions: readonly Condition[];
  /** The order column and then the key: no two rows are alike in all of them. */
  readonly order: readonly string[];
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const maxLimit = 10_000;

/** Checks the query against the table, and says it in SQL. */
export function planQuery(table: AnyTable, query: Query<Row>): Plan {
  const { limit = 100, offset = 0, order = 'ascending' } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    refuse(table, `a limit is a whole number from 1 to ${maxLimit}`);
  }
  if (!Number.isSafeInteger(offset) || offset < 0) refuse(table, 'an offset is a whole number');
  if (order !== 'ascending' && order !== 'descending') refuse(table, 'no such order');
  const { equal, ordered } = place(table, query);
  return {
    conditions: [
      ...exact(table, query.where, equal),
      ...span(table, query, ordered),
      ...exact(table, query.filter),
      ...containing(table, query),
    ],
    order: [...new Set([...(ordered === undefined ? [] : [ordered]), ...table.key])].filter(
      (name) => !equal.includes(name),
    ),
    descending: order === 'descending',
    limit,
    offset,
  };
}

/** The columns that `where` must give, and the one that orders and takes prefix and range. */
function place(table: AnyTable, { index, where }: Query<Row>) {
  const given = Object.keys(where ?? {}).filter((name) => where?.[name] !== undefined);
  if (index === undefined) {
    const equal = table.key.slice(0, given.length);
    if (!equal.every((name) => given.includes(name))) {
      refuse(table, `where takes leading columns of the key (${table.key.join(', ')})`);
    }
    return { equal, ordered: table.key[given.length] };
  }
  const found = Object.hasOwn(table.indexes, index) ? table.indexes[index] : undefined;
  if (!found) return refuse(table, `no index ${index}`);
  const { equal, order } = found;
  if (given.length !== equal.length || !equal.every((name) => given.includes(name))) {
    refuse(table, `index ${index} takes exactly these in where: ${equal.join(', ') || 'none'}`);
  }
  return { equal, ordered: order };
}

function exact(
  table: AnyTable,
  values: Row | undefined,
  names: readonly string[] = Object.keys(values ?? {}),
) {
  const conditions: Condition[] = [];
  for (const name of names) {
    const value = values?.[name];
    if (value === undefined) continue;
    const column = table.columns[name];
    if (!column || !fits(column.type, value)) return refuse(table, `${name}: no such value`);
    const encoded = [encode(column.type, value)];
    const text =
      column.type === 'json' && value !== null
        ? `lantern_same_json(${quote(name)}, ?)`
        : `${quote(name)} IS ?`;
    conditions.push({ text, values: encoded });
  }
  return conditions;
}

function span(table: AnyTable, { prefix, from, to }: Query<Row>, ordered: string | undefined) {
  const conditions: Condition[] = [];
  if (prefix === undefined && from === undefined && to === undefined) return conditions;
  if (ordered === undefined) return refuse(table, 'the whole key leaves nothing to range over');
  const { type } = columnOf(table, ordered);
  const add = (operator: string, value: unknown) =>
    conditions.push({ text: `${quote(ordered)} ${operator} ?`, values: [encode(type, value)] });
  if (prefix !== undefined) {
    if (type !== 'text' || typeof prefix !== 'string') {
      refuse(table, `${ordered}: only text has a prefix`);
    }
    const end = afterPrefix(prefix);
    add('>=', prefix);
    if (end !== undefined) add('<', end);
  }
  for (const [operator, bound] of [
    ['>=', from],
    ['<=', to],
  ] as const) {
    if (bound === undefined) continue;
    const comparable = type === 'text' ? typeof bound === 'string' : typeof bound === 'number';
    if (!comparable) refuse(table, `${ordered}: a bound of another type`);
    add(operator, type === 'boolean' ? bound !== 0 : bound);
  }
  return conditions;
}

function containing(table: AnyTable, { contains }: Query<Row>): Condition[] {
  if (!contains) return [];
  const { columns, text } = contains;
  if (typeof text !== 'string') refuse(table, 'contains takes text');
  for (const name of columns) {
    if (!table.searchable.includes(name)) refuse(table, `${name} is not searchable`);
  }
  const needle = text.toLowerCase();
  const any = columns.map((name) => `lantern_contains(${quote(name)}, ?)`).join(' OR ');
  return [{ text: `(${any || 'FALSE'})`, values: columns.map(() => needle) }];
}

/** The least text beyond all that begin with the prefix; undefined: there is none. */
function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix.toWellFormed(), (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // Surrogates are no characters and have no UTF-8.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}

function refuse(table: AnyTable, problem: string): never {
  throw new Failure('invalid', 'bad_query', `${table.name}: ${problem}`);
}
