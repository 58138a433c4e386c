import type { Table } from '../../ports.ts';
import type { ItemKey } from './dynamo.ts';
import { newToken } from './dynamo-order.ts';
import { readState } from './record-item.ts';
import type { Stores } from './record-write.ts';

/**
 * Adds to a column in one request and returns the sum. Undefined, and nothing happened, when
 * that does not do: no such row, an older shape, a large row, null in the column, or an index or
 * a unique value that has to follow.
 */
export async function addInPlace<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  key: ItemKey,
  column: string,
  by: number,
): Promise<number | undefined> {
  const indexed = Object.values(table.indexes).flatMap(({ equal, order }) => [...equal, order]);
  if ([...indexed, ...table.key, ...table.unique].includes(column)) return undefined;
  const write = newToken();
  const { outcome, changed } = await stores.dynamo.update(key, {
    set: 'SET #row.#column = #row.#column + :by, #version = #version + :one, #write = :write',
    // The last part: a request that arrives twice must not add twice.
    condition: 'attribute_type(#row.#column, :number) AND #shape = :shape AND #write <> :write',
    names: {
      '#row': 'row',
      '#column': column,
      '#version': 'version',
      '#write': 'write',
      '#shape': 'shape',
    },
    values: {
      ':by': { N: String(by) },
      ':one': { N: '1' },
      ':number': { S: 'N' },
      ':shape': { N: String(table.version) },
      ':write': { S: write },
    },
  });
  if (outcome === 'done') return Number(changed['row']?.M?.[column]?.N);
  if (outcome === 'refused') return undefined;
  const { row, write: now } = await readState(stores, table, key);
  return row && now === write ? ((row as Record<string, unknown>)[column] as number) : undefined;
}
