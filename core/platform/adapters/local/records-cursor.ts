import { createHash, timingSafeEqual } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { Failure } from '#core/platform/failure.ts';
import type { Query } from '#core/platform/ports.ts';
import type { AnyTable, Row } from './records-shape.ts';

const digestBytes = 12;

/** Where a page ended: the last row's order columns, and a digest that binds them to the query. */
export function writeCursor(
  table: AnyTable,
  query: Query<Row>,
  position: readonly unknown[],
): string {
  const text = JSON.stringify(position);
  return Buffer.concat([digest(table, query, text), Buffer.from(text)]).toString('base64url');
}

export function readCursor(table: AnyTable, query: Query<Row>, cursor: string): SQLInputValue[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(digestBytes).toString();
  const given = bytes.subarray(0, digestBytes);
  // Several spellings decode to the same bytes; only ours is a cursor.
  const genuine =
    bytes.length > digestBytes &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(given, digest(table, query, text));
  if (!genuine) throw new Failure('invalid', 'bad_cursor', 'The cursor is not one of this query.');
  return JSON.parse(text) as SQLInputValue[];
}

/** Page size, offset and total may differ from page to page; the rest is the query. */
function digest(table: AnyTable, query: Query<Row>, position: string): Buffer {
  const { index, prefix, from, to, contains, order = 'ascending' } = query;
  const parts = [
    ...[table.name, table.version, index ?? null, prefix ?? null, from ?? null, to ?? null, order],
    ...[sorted(query.where), sorted(query.filter)],
    contains ? [[...contains.columns].sort(), contains.text] : null,
    position,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, digestBytes);
}

function sorted(conditions: Row | undefined) {
  return Object.entries(conditions ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
