import type { Platform } from './ports/platform.ts';
import type { Query, Stored, Table } from './ports/records.ts';

const rowsPerPage = 1_000;

/** All rows of a query, page by page. */
export async function* allRows<Row extends object>(
  { records }: Pick<Platform, 'records'>,
  table: Table<Row>,
  query: Omit<Query<Row>, 'limit' | 'cursor'>,
): AsyncGenerator<readonly Stored<Row>[], void> {
  let cursor: string | undefined;
  do {
    const page = await records.list(table, {
      ...query,
      limit: rowsPerPage,
      ...(cursor !== undefined && { cursor }),
    });
    yield page.rows;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
