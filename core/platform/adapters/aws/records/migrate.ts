import type { AnyTable } from '../../rules/records/any-table.ts';
import { TOP } from './order.ts';
import { readState, rowAddress, type Stores } from './item.ts';
import { partitions } from './links.ts';
import { commit } from './write.ts';

/**
 * Brings a table's rows to its shape, once: rows of an older shape have no entries in indexes
 * that came later, and hold no values of columns that became unique. The first process that opens
 * a table of a new version does it, row by row; others may do the same at the same time. A table
 * of version 1 has no past.
 */
export function migrations(stores: Stores): (table: AnyTable) => Promise<void> {
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

async function migrate(stores: Stores, table: AnyTable): Promise<void> {
  const { dynamo } = stores;
  const mark = { pk: `m#${table.name}`, sk: 'm' };
  const shape = (await dynamo.get(mark))?.['shape']?.N;
  if (shape !== undefined && Number(shape) >= table.version) return;
  const range = { low: '\u0001', high: TOP, descending: false, limit: 100 };
  for (const pk of partitions(table, undefined, [])) {
    for (let after: string | undefined, more = true; more;) {
      const page = await dynamo.range(pk, { ...range, ...(after !== undefined && { after }) });
      for (const item of page.items) await upgradeRow(stores, table, item['row']?.S ?? '');
      after = page.items.at(-1)?.['sk']?.S;
      more = page.more;
    }
  }
  await dynamo.put({ pk: { S: mark.pk }, sk: { S: mark.sk }, shape: { N: String(table.version) } });
}

async function upgradeRow(stores: Stores, table: AnyTable, encodedKey: string): Promise<void> {
  const key = rowAddress(table, encodedKey);
  for (;;) {
    const before = await readState(stores, table, key);
    if (!before.row || before.shape === table.version) return;
    // The content is the same for every reader, and so is its version.
    if (await commit(stores, table, key, before, before.row)) return;
  }
}
