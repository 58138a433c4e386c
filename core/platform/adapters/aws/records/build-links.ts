import { isFailure, Failure } from '../../../failure.ts';
import type { AnyTable } from '../../rules/records/any-table.ts';
import { eachAtMost } from '../dynamo/each-at-most.ts';
import { missing, signatures, type Indexes } from './indexes.ts';
import { readState, rowAddress, type Stores } from './item.ts';
import { partitions } from './links.ts';
import { TOP } from './order.ts';
import { commit } from './write.ts';

/** Programs of the version before write rows without the new links until they have ended. */
const oldProgramsMilliseconds = 2 * 3_600_000;
const pageRows = 100;
const portionPages = 50;

/** Gives the next rows the links that some rows lack, and marks them ready after the last row. */
export async function buildLinks(stores: Stores, indexes: Indexes, table: AnyTable): Promise<void> {
  const now = stores.clock.now();
  let known = await indexes.register(table);
  if (missing(table, known.ready).size === 0) return;
  if (known.since === undefined) {
    await indexes.save(table, { ...known, since: now.toISOString() });
    return;
  }
  if (now.getTime() - Date.parse(known.since) < oldProgramsMilliseconds) return;
  for (let page = 0; page < portionPages; page += 1) {
    const { keys, cursor } = await keysAfter(stores, table, known.cursor);
    await eachAtMost(8, keys, (key) => linkRow(stores, table, key));
    const next = cursor === undefined ? { ready: signatures(table) } : { ...known, cursor };
    const saved = await indexes.save(table, { ...next, write: known.write });
    // Another program changed the state: the next call starts from there.
    if (!saved || cursor === undefined) return;
    known = saved;
  }
}

/** Encoded keys in the order of shards; a cursor is `<shard> <sort key>`. */
async function keysAfter({ dynamo }: Stores, table: AnyTable, cursor: string | undefined) {
  const [, start = '0', position] = /^(\d+) (.*)$/su.exec(cursor ?? '') ?? [];
  const shards = partitions(table, undefined, []);
  for (let shard = Number(start), after = position; shard < shards.length; shard += 1) {
    const range = { low: '\u0001', high: TOP, descending: false, limit: pageRows };
    const place = after === undefined ? range : { ...range, after };
    const { items } = await dynamo.range(shards[shard] ?? '', place);
    after = undefined;
    const last = items.at(-1)?.['sk']?.S;
    if (last === undefined) continue;
    return { keys: items.map((item) => item['row']?.S ?? ''), cursor: `${shard} ${last}` };
  }
  return { keys: [], cursor: undefined };
}

async function linkRow(stores: Stores, table: AnyTable, encodedKey: string): Promise<void> {
  const key = rowAddress(table, encodedKey);
  for (;;) {
    const before = await readState(stores, table, key);
    if (!before.row) return;
    try {
      // Without a shape all entries are written; the row's content and version stay.
      if (await commit(stores, table, key, { ...before, shape: undefined }, before.row)) return;
    } catch (error) {
      if (!isFailure(error, 'conflict', 'not_unique')) throw error;
      const message = `${table.name}: row ${encodedKey} holds a value that another row holds and version ${table.version} wants unique; correct one of them`;
      throw new Failure('configuration', 'bad_migration', message, { cause: error });
    }
  }
}
