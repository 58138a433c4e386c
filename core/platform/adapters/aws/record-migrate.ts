import type { Table } from '../../ports.ts';
import { sortKey } from './dynamo-order.ts';
import { rowPartition } from './record-expect.ts';
import { readState } from './record-item.ts';
import { commit } from './record-write.ts';
import type { Stores } from './record-write.ts';

/**
 * Brings a table's rows to its shape, once: rows of an older shape have no entries in indexes
 * that came later, and no reservations for columns that became unique. Whoever first opens a
 * table of a new version does it, row by row; others may do the same at the same time. A table
 * of version 1 has no past.
 */
export function migrations(
  stores: Stores,
): <Row extends object>(table: Table<Row>) => Promise<void> {
  const done = new Map<string, Promise<void>>();
  return (table) => {
    if (table.version === 1) return Promise.resolve();
    const known = done.get(table.name);
    if (known) return known;
    const running = migrate(stores, table);
    done.set(table.name, running);
    running.catch(() => done.delete(table.name));
    return running;
  };
}

async function migrate<Row extends object>(stores: Stores, table: Table<Row>): Promise<void> {
  const { dynamo } = stores;
  const mark = { pk: `m#${table.name}`, sk: 'm' };
  const shape = (await dynamo.get(mark))?.['shape']?.N;
  if (shape !== undefined && Number(shape) >= table.version) return;
  const pk = rowPartition(table);
  for (let start: string | undefined = sortKey(''); start !== undefined;) {
    const page = await dynamo.query(pk, { start, limit: 100 });
    for (const item of page.items) {
      const sk = item['sk']?.S ?? '';
      if (item['version'] && Number(item['shape']?.N) < table.version) {
        await upgradeRow(stores, table, { pk, sk });
      }
    }
    const last = page.items.at(-1)?.['sk']?.S;
    // The next page begins with this one's last item.
    start = page.more && last !== undefined ? last : undefined;
  }
  await dynamo.put({ pk: { S: mark.pk }, sk: { S: mark.sk }, shape: { N: String(table.version) } });
}

async function upgradeRow<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  key: { pk: string; sk: string },
): Promise<void> {
  for (;;) {
    const before = await readState(stores, table, key);
    if (!before.row || before.shape === table.version) return;
    // The content is the same for whoever reads it, and so is its version.
    if (await commit(stores, table, key, before, before.row)) return;
  }
}
