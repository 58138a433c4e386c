// Where a query's rows lie and in which order: everything about a list that needs no storage.
import { Failure } from '../../failure.ts';
import type { Query, Stored, Table } from '../../ports.ts';
import {
  compareText,
  encodeKey,
  encodeNullable,
  encodeValue,
  head,
  sha256,
} from './dynamo-order.ts';
import { SEPARATOR, TOP } from './dynamo-order.ts';
import { indexPartition } from './record-claims.ts';
import { holds, rowPartition } from './record-expect.ts';

export interface Plan<Row> {
  readonly pk: string;
  /** The index, or undefined when the partition holds the rows themselves. */
  readonly index: string | undefined;
  readonly descending: boolean;
  /** Sort keys of matches lie between these, inclusive. */
  readonly low: string;
  readonly high: string;
  /** What rows are ordered by; no two rows share one. */
  position(row: Row): string;
  /** The row is in the range of the index that the query asks for. */
  inRange(row: Row): boolean;
  /** And meets the conditions that no index helps with. */
  matches(row: Stored<Row>): boolean;
  cursorAt(position: string): string;
  positionOf(cursor: string): string;
}

export function planOf<Row extends object>(table: Table<Row>, query: Query<Row>): Plan<Row> {
  const { equal, order, nullable, index } = pathOf(table, query);
  const where = (query.where ?? {}) as Record<string, unknown>;
  const values = equal.map((column) => where[column]);
  const encode = (value: unknown) => (nullable ? encodeNullable(value) : encodeValue(value));
  const valueOf = (row: Row) =>
    order === undefined ? null : (row as Record<string, unknown>)[order];
  const base =
    index === undefined ? values.map((value) => encodeValue(value) + SEPARATOR).join('') : '';
  const { prefix, from, to } = query;
  const lows = [base];
  const highs = [base + TOP];
  if (prefix !== undefined) {
    lows.push(base + encode(prefix));
    highs.push(base + encode(prefix) + TOP);
  }
  if (from !== undefined) lows.push(base + encode(from));
  if (to !== undefined) highs.push(base + encode(to) + SEPARATOR + TOP);
  // A bound says nothing of null, and null is never within bounds.
  if (nullable && (prefix ?? from ?? to) !== undefined) lows.push('1');

  function inRange(row: Row): boolean {
    if (!holds(row, query.where)) return false;
    const value = valueOf(row);
    if (prefix !== undefined && !(typeof value === 'string' && value.startsWith(prefix)))
      return false;
    return within(value, from, to);
  }

  const identity = sha256(
    JSON.stringify([
      table.name,
      index,
      Object.entries(where).sort(),
      [prefix, from, to, query.order === 'descending'],
      Object.entries(query.filter ?? {}).sort(),
      [query.contains?.columns, query.contains?.text],
    ]),
  );
  const seal = (position: string) => sha256(identity + position).slice(0, 16);
  const needle = query.contains?.text.toLowerCase() ?? '';

  return {
    pk: index === undefined ? rowPartition(table) : indexPartition(table, index, values),
    index,
    descending: query.order === 'descending',
    low: head(lows.sort(compareText).at(-1) ?? ''),
    high: highOf(highs.sort(compareText)[0] ?? TOP),
    inRange,
    position: (row) => {
      const key = encodeKey(table.key, row as Record<string, unknown>);
      return index === undefined ? key : encodeNullable(valueOf(row)) + SEPARATOR + key;
    },
    matches(row) {
      if (!inRange(row) || !holds(row, query.filter)) return false;
      if (!query.contains) return true;
      return query.contains.columns.some((column) => {
        const text = row[column] as unknown;
        return typeof text === 'string' && text.toLowerCase().includes(needle);
      });
    },
    cursorAt: (position) =>
      Buffer.from(JSON.stringify([position, seal(position)])).toString('base64url'),
    positionOf(cursor) {
      const [position, given] = opened(cursor);
      if (typeof position !== 'string' || given !== seal(position)) {
        throw new Failure('invalid', 'bad_cursor', 'This cursor does not belong to this query');
      }
      return position;
    },
  };
}

function highOf(high: string): string {
  const cut = head(high);
  return cut === high ? high : cut + TOP;
}

function within(value: unknown, from?: string | number, to?: string | number): boolean {
  if (from === undefined && to === undefined) return true;
  if (typeof value === 'string') {
    return (
      (from === undefined || compareText(value, String(from)) >= 0) &&
      (to === undefined || compareText(value, String(to)) <= 0)
    );
  }
  if (typeof value !== 'number') return false;
  return (from === undefined || value >= Number(from)) && (to === undefined || value <= Number(to));
}

interface Path {
  readonly index: string | undefined;
  readonly equal: readonly string[];
  /** Absent when the whole key is given. */
  readonly order: string | undefined;
  readonly nullable: boolean;
}

function pathOf<Row extends object>(table: Table<Row>, query: Query<Row>): Path {
  const refuse = (problem: string) =>
    new Failure('invalid', 'bad_query', `${table.name}: ${problem}`);
  const given = Object.entries(query.where ?? {}).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => column);
  const searched = query.contains?.columns ?? [];
  for (const column of [...columns, ...Object.keys(query.filter ?? {}), ...searched]) {
    if (!table.columns[column] && column !== 'version') throw refuse(`no column ${column}`);
  }
  for (const column of searched) {
    if (!table.searchable.includes(column)) throw refuse(`${column} is not searchable`);
  }
  let path: Path;
  if (query.index === undefined) {
    const equal = table.key.slice(0, columns.length);
    path = { index: undefined, equal, order: table.key[columns.length], nullable: false };
  } else {
    const index = table.indexes[query.index];
    if (!index) throw refuse(`no index ${query.index}`);
    path = { index: query.index, equal: index.equal, order: index.order, nullable: true };
  }
  if (path.equal.length !== columns.length || !path.equal.every((name) => columns.includes(name))) {
    throw refuse(`where must give ${path.equal.join(', ') || 'nothing'}`);
  }
  const type = path.order === undefined ? undefined : table.columns[path.order]?.type;
  if (query.prefix !== undefined && type !== 'text') throw refuse('prefix needs a text column');
  for (const bound of [query.from, query.to]) {
    if (bound === undefined) continue;
    if ((typeof bound === 'string') !== (type === 'text') || type === 'boolean' || !type) {
      throw refuse('a bound has the type of the order column');
    }
  }
  return path;
}

function opened(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
