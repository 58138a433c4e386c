import type { Platform } from '../platform/ports/platform.ts';
import type { Key, Table } from '../platform/ports/records.ts';

const listed = 1_000;
const together = 50;

/** All rows whose key begins with these values, or that an index has under them. */
export async function removeRows<Row extends object>(
  { records }: Pick<Platform, 'records'>,
  table: Table<Row>,
  where: Partial<Row>,
  index?: string,
): Promise<void> {
  const query = { where, limit: listed, ...(index !== undefined && { index }) };
  for (;;) {
    const { rows } = await records.list(table, query);
    if (rows.length === 0) return;
    const keys = rows.map((row) => Object.fromEntries(table.key.map((name) => [name, row[name]])));
    for (let at = 0; at < keys.length; at += together) {
      const some = keys.slice(at, at + together);
      await Promise.all(some.map((key) => records.delete(table, key as Key)));
    }
  }
}
