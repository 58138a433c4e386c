import type { Platform } from './ports/platform.ts';
import type { Query, Stored, Table } from './ports/records.ts';

const rowsPerPage = 1_000;

type Parts<Row> = Omit<Query<Row>, 'limit' | 'cursor'>;
type Needs = Pick<Platform, 'records'>;

/** All rows of a query, page by page; with `columns` these alone. */
export function allRows<Row extends object>(
  needs: Needs,
  table: Table<Row>,
  query: Parts<Row>,
): AsyncGenerator<readonly Stored<Row>[], void>;
export function allRows<Row extends object, Name extends keyof Row & string>(
  needs: Needs,
  table: Table<Row>,
  query: Parts<Row>,
  columns: readonly Name[],
): AsyncGenerator<readonly Pick<Row, Name>[], void>;
export async function* allRows<Row extends object>(
  { records }: Needs,
  table: Table<Row>,
  query: Parts<Row>,
  columns?: readonly (keyof Row & string)[],
): AsyncGenerator<readonly object[], void> {
  let cursor: string | undefined;
  do {
    const part = { ...query, limit: rowsPerPage, ...(cursor !== undefined && { cursor }) };
    const page = await (columns
      ? records.listColumns(table, part, columns)
      : records.list(table, part));
    yield page.rows;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
