import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../failure.ts';
import type { Query } from '../../../ports/records.ts';
import { fits } from '../../../table.ts';
import { asStored, columnOf, type AnyTable, type Row } from './any-table.ts';

export interface Exact {
  readonly column: string;
  readonly value: unknown;
}

/** A query that was checked against its table. */
export interface ReadQuery {
  /** Undefined: the key orders the rows. */
  readonly index: string | undefined;
  readonly equal: readonly Exact[];
  /** The column of the bounds; undefined when the whole key is given. */
  readonly ordered: string | undefined;
  readonly from: string | number | undefined;
  readonly to: string | number | undefined;
  readonly filter: readonly Exact[];
  /** The text in lower case. */
  readonly contains: { readonly columns: readonly string[]; readonly text: string } | undefined;
  /** The order column and then the key: no two rows are alike in all of them. */
  readonly order: readonly string[];
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly total: boolean;
}

const maxLimit = 10_000;

export function readQuery(table: AnyTable, query: Query<Row>): ReadQuery {
  const { limit = 100, offset = 0, order = 'ascending', index, from, to } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    refuse(table, `a limit is a whole number from 1 to ${maxLimit}`);
  }
  if (!Number.isSafeInteger(offset) || offset < 0) refuse(table, 'an offset is a whole number');
  if (order !== 'ascending' && order !== 'descending') refuse(table, 'no such order');
  const { equal, ordered } = place(table, query);
  assertBounds(table, query, ordered);
  const columns = [...new Set([...(ordered === undefined ? [] : [ordered]), ...table.key])];
  return {
    index,
    equal: exact(table, query.where),
    ordered,
    from: typeof from === 'string' ? from.toWellFormed() : from,
    to: typeof to === 'string' ? to.toWellFormed() : to,
    filter: exact(table, query.filter),
    contains: containing(table, query),
    order: columns.filter((name) => !equal.includes(name)),
    descending: order === 'descending',
    limit,
    offset,
    total: query.total === true,
  };
}

/** Whether the row meets the conditions on these columns: all but the place in the index. */
export function meets(query: ReadQuery, row: Row, knows: (column: string) => boolean): boolean {
  const { filter, contains } = query;
  const isMet = filter.every(
    ({ column, value }) => !knows(column) || isDeepStrictEqual(row[column] ?? null, value),
  );
  if (!isMet || !contains || !contains.columns.every(knows)) return isMet;
  return contains.columns.some((column) => {
    const text = row[column];
    return typeof text === 'string' && text.toLowerCase().includes(contains.text);
  });
}

/** The columns that `where` must give, and the one that orders and takes a range. */
function place(table: AnyTable, { index, where }: Query<Row>) {
  const names = Object.keys(where ?? {}).filter((name) => where?.[name] !== undefined);
  if (index === undefined) {
    const equal = table.key.slice(0, names.length);
    if (!equal.every((name) => names.includes(name))) {
      refuse(table, `where takes leading columns of the key (${table.key.join(', ')})`);
    }
    return { equal, ordered: table.key[names.length] };
  }
  const definition = Object.hasOwn(table.indexes, index) ? table.indexes[index] : undefined;
  if (!definition) return refuse(table, `no index ${index}`);
  const { equal, order } = definition;
  if (names.length !== equal.length || !equal.every((name) => names.includes(name))) {
    refuse(table, `index ${index} takes exactly these in where: ${equal.join(', ') || 'none'}`);
  }
  return { equal, ordered: order };
}

function exact(table: AnyTable, values: Row | undefined): Exact[] {
  const conditions: Exact[] = [];
  for (const [column, value] of Object.entries(values ?? {})) {
    if (value === undefined) continue;
    const type = table.columns[column]?.type;
    if (!type || !fits(type, value)) refuse(table, `${column}: no such value`);
    conditions.push({ column, value: asStored(columnOf(table, column).type, value) });
  }
  return conditions;
}

function assertBounds(table: AnyTable, query: Query<Row>, ordered: string | undefined): void {
  const { from, to } = query;
  if (from === undefined && to === undefined) return;
  if (ordered === undefined) return refuse(table, 'the whole key leaves nothing to range over');
  const { type } = columnOf(table, ordered);
  for (const bound of [from, to]) {
    if (bound === undefined) continue;
    const isNumber = type === 'integer' || type === 'real';
    const isComparable = type === 'text' ? typeof bound === 'string' : typeof bound === 'number';
    if (!isComparable || (type !== 'text' && !isNumber)) {
      refuse(table, `${ordered}: a bound of another type`);
    }
  }
}

function containing(table: AnyTable, { contains }: Query<Row>): ReadQuery['contains'] {
  if (!contains) return undefined;
  const { columns, text } = contains;
  if (typeof text !== 'string') refuse(table, 'contains takes text');
  for (const name of columns) {
    if (!table.searchable.includes(name)) refuse(table, `${name} is not searchable`);
  }
  return { columns, text: text.toWellFormed().toLowerCase() };
}

function refuse(table: AnyTable, problem: string): never {
  throw new Failure('invalid', 'bad_query', `${table.name}: ${problem}`);
}
