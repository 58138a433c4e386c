import { hash, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../../failure.ts';
import type { AnyTable, Row } from './any-table.ts';
import type { ReadQuery } from './query.ts';

const digestBytes = 12;

/** Where a page ended: the last row's order columns, and a digest that binds them to the query. */
export function writeCursor(table: AnyTable, query: ReadQuery, last: Row): string {
  const text = JSON.stringify(query.order.map((name) => last[name]));
  return Buffer.concat([digest(table, query, text), Buffer.from(text)]).toString('base64url');
}

/** The values of the query's order columns. */
export function readCursor(table: AnyTable, query: ReadQuery, cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(digestBytes).toString();
  const sum = bytes.subarray(0, digestBytes);
  // Several spellings decode to the same bytes; only ours is a cursor.
  const isGenuine =
    bytes.length > digestBytes &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(sum, digest(table, query, text));
  if (!isGenuine)
    throw new Failure('invalid', 'bad_cursor', 'The cursor is not one of this query.');
  return JSON.parse(text) as unknown[];
}

/** Page size, offset and total may differ from page to page; the rest is the query. */
function digest(table: AnyTable, query: ReadQuery, position: string): Buffer {
  const { index, equal, from, to, filter, contains, descending } = query;
  const byColumn = (values: ReadQuery['filter']) =>
    values.toSorted((a, b) => (a.column < b.column ? -1 : 1));
  const parts = [
    table.name,
    table.version,
    index ?? null,
    from ?? null,
    to ?? null,
    descending,
    byColumn(equal),
    byColumn(filter),
    contains ? [contains.columns.toSorted(), contains.text] : null,
    position,
  ];
  return hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, digestBytes);
}
