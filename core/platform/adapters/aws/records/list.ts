import type { Page, Query } from '../../../ports/records.ts';
import type { AnyTable, Row, StoredRow } from '../../rules/records/any-table.ts';
import { isOver } from '../../rules/records/expiry.ts';
import { readCursor, writeCursor } from '../../rules/records/cursor.ts';
import { meets, readQuery, type ReadQuery } from '../../rules/records/query.ts';
import { compareText } from './order.ts';
import { countRows } from './counts.ts';
import { readState, rowAddress, stateOf, type Stores } from './item.ts';
import { positionOf } from './links.ts';
import { entriesOf, inRange, type Entry } from './scan.ts';

interface Place {
  readonly position: string;
  /** Undefined until a page needs it. */
  readonly row: Row | undefined;
}

/** Filters and totals read the entries of an index; rows are read for the page alone, unless a
 * condition is on a column that the index does not carry, or the entries have all `columns`. */
export async function listRows(
  stores: Stores,
  table: AnyTable,
  parts: Query<Row>,
  columns?: readonly string[],
): Promise<Page<Row>> {
  const query = readQuery(table, parts);
  if (query.total) {
    const all = await countRows(stores.dynamo, table, query);
    if (all !== undefined) {
      return {
        ...(await listRows(stores, table, { ...parts, total: false }, columns)),
        total: all,
      };
    }
  }
  // The cursor names what orders the rows.
  const shown = columns && [...columns, ...query.order];
  const { descending, limit, total } = query;
  const direction = descending ? -1 : 1;
  const after = parts.cursor === undefined ? undefined : afterCursor(table, query, parts.cursor);
  const isAfter = (position: string) =>
    after === undefined || compareText(position, after) * direction > 0;
  // The page of a cursor goes on from its row; an offset was for the first page.
  const offset = after === undefined ? query.offset : 0;
  const count = offset + limit + 1;
  const conditioned = columnsOf(query, table.expires);
  const now = stores.clock.now();
  /** The entry does not hold all columns that the query has conditions on. */
  const isUnsure = ({ cells }: Entry) => conditioned.some((column) => !(column in cells));

  const places = new Map<string, Place>();
  let following = 0;
  // A total counts what lies before the cursor too.
  const readsAhead = total || conditioned.length > 0;
  const start = { after: total ? undefined : after, count: readsAhead ? 1_000 : count };
  for await (const entries of entriesOf(stores.dynamo, table, query, start)) {
    const candidates = entries.filter(
      ({ cells }) => meets(query, cells, (one) => one in cells) && !isOver(table, cells, now),
    );
    const unsure = candidates.filter(isUnsure);
    const rows = await rowsOf(stores, table, query, unsure);
    for (const entry of candidates) {
      const row = rows.get(entry.row);
      if (!row && isUnsure(entry)) continue;
      const position = row ? positionOf(table, query.index, row) : entry.position;
      if (isAfter(position) && !places.has(entry.row)) following += 1;
      const isWhole = shown?.every((column) => column in entry.cells) ?? false;
      places.set(entry.row, { position, row: row ?? (isWhole ? entry.cells : undefined) });
    }
    if (!total && following >= count) break;
  }

  const ordered = [...places]
    .filter(([, { position }]) => isAfter(position))
    .sort(([, one], [, other]) => compareText(one.position, other.position) * direction);
  const page = ordered.slice(offset, offset + limit);
  const rows = await completed(stores, table, query, page);
  const last = rows.at(-1);
  return {
    rows: rows as StoredRow[],
    ...(ordered.length > offset + limit && last ? { cursor: writeCursor(table, query, last) } : {}),
    ...(total ? { total: places.size } : {}),
  };
}

/** The rows of the page; one that has left the list meanwhile is left out. */
async function completed(
  stores: Stores,
  table: AnyTable,
  query: ReadQuery,
  page: readonly [string, Place][],
): Promise<Row[]> {
  const missing = page.flatMap(([row, place]) => (place.row ? [] : [{ row }]));
  const others = await rowsOf(stores, table, query, missing);
  return page.flatMap(([key, { row }]): Row[] => {
    const own = row ?? others.get(key);
    return own ? [own] : [];
  });
}

/** The rows of these entries that still meet the query, by their encoded keys. */
async function rowsOf(
  stores: Stores,
  table: AnyTable,
  query: ReadQuery,
  entries: readonly Pick<Entry, 'row'>[],
): Promise<Map<string, StoredRow>> {
  const keys = [...new Set(entries.map(({ row }) => row))];
  const items = await stores.dynamo.getAll(keys.map((key) => rowAddress(table, key)));
  const rows = new Map<string, StoredRow>();
  const prefix = rowAddress(table, '').pk.length;
  await Promise.all(
    items.map(async (item) => {
      const pk = item['pk']?.S ?? '';
      const state = await stateOf(stores, table, item);
      const { row } = state ?? (await readState(stores, table, { pk, sk: 'r' }));
      if (row && inRange(table, query, row) && meets(query, row, () => true)) {
        rows.set(pk.slice(prefix), row);
      }
    }),
  );
  return rows;
}

function columnsOf({ filter, contains }: ReadQuery, expires: string | undefined): string[] {
  const further = [...(contains?.columns ?? []), ...(expires === undefined ? [] : [expires])];
  return [...filter.map(({ column }) => column), ...further];
}

function afterCursor(table: AnyTable, query: ReadQuery, cursor: string): string {
  const values = readCursor(table, query, cursor);
  const row: Row = Object.fromEntries([
    ...query.equal.map(({ column, value }) => [column, value] as const),
    ...query.order.map((name, at) => [name, values[at]] as const),
  ]);
  return positionOf(table, query.index, row);
}
