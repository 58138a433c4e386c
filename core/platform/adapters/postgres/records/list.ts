import type { Page, Query as RecordQuery } from '../../../ports/records.ts';
import { columnOf, type AnyTable, type Row } from '../../rules/records/any-table.ts';
import { readCursor, writeCursor } from '../../rules/records/cursor.ts';
import { readQuery } from '../../rules/records/query.ts';
import type { Postgres } from '../database/database.ts';
import { conditionsOf } from './conditions.ts';
import { columnsOf, decodeRow, encode, parameters, quote } from './shape.ts';

/** One page; one row more is read to know whether a cursor is due. */
export async function listRows(
  { query: run, table: nameOf }: Pick<Postgres, 'query' | 'table'>,
  table: AnyTable,
  input: RecordQuery<Row>,
  now: Date,
  columns: readonly string[] = columnsOf(table),
): Promise<Page<Row>> {
  const query = readQuery(table, input);
  const { order, limit, offset } = query;
  const selected = [...new Set([...columns, ...order])].map(quote).join(', ');
  const name = nameOf(table.name);
  const position = input.cursor === undefined ? undefined : readCursor(table, query, input.cursor);
  const page = parameters();
  const conditions = conditionsOf(table, query, now, page);
  if (position) conditions.push(after(table, query, position, page.mark));
  const direction = query.descending ? ' DESC' : '';
  const ordering = order.map((column) => quote(column) + direction).join(', ');
  const text =
    `SELECT ${selected} FROM ${name}${whereOf(conditions)}` +
    `${ordering && ` ORDER BY ${ordering}`} LIMIT ${page.mark(limit + 1)}` +
    ` OFFSET ${page.mark(position ? 0 : offset)}`;
  const [stored, total] = await Promise.all([
    run(text, page.values),
    query.total ? totalOf() : undefined,
  ]);
  const rows = stored.slice(0, limit).map((row) => decodeRow(table, row));
  const last = rows.at(-1);
  return {
    rows,
    ...(stored.length > limit && last && { cursor: writeCursor(table, query, last) }),
    ...(total !== undefined && { total }),
  };

  async function totalOf(): Promise<number> {
    const all = parameters();
    const where = whereOf(conditionsOf(table, query, now, all));
    const count = `SELECT count(*) AS total FROM ${name}${where}`;
    const [row] = await run<{ total: number }>(count, all.values);
    return row?.total ?? 0;
  }
}

function after(
  table: AnyTable,
  { order, descending }: ReturnType<typeof readQuery>,
  position: readonly unknown[],
  mark: (value: unknown) => string,
): string {
  // The whole key has one row.
  if (order.length === 0) return 'FALSE';
  const marks = order.map((name, at) => mark(encode(columnOf(table, name).type, position[at])));
  return `(${order.map(quote).join(', ')}) ${descending ? '<' : '>'} (${marks.join(', ')})`;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
