import type { Platform } from '#core/platform/ports/platform.ts';
import type { Key, Table } from '#core/platform/ports/records.ts';

const pageSize = 1_000;
const batchSize = 50;

/** All rows whose key begins with these values, or that an index has under them. */
export async function removeRows<Row extends object>(
  { records }: Pick<Platform, 'records'>,
  table: Table<Row>,
  where: Partial<Row>,
  index?: string,
): Promise<void> {
  const query = { where, limit: pageSize, ...(index !== undefined && { index }) };
  for (;;) {
    const { rows: keys } = await records.listColumns(table, query, table.key);
    if (keys.length === 0) return;
    for (let at = 0; at < keys.length; at += batchSize) {
      const some = keys.slice(at, at + batchSize);
      await Promise.all(some.map((key) => records.delete(table, key as Key)));
    }
  }
}
