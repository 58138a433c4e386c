import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../failure.ts';
import type { AnyTable, StoredRow } from '../../rules/records/any-table.ts';
import { notUnique, type Decision } from '../../rules/records/records.ts';
import { pause, type Condition, type Item, type ItemKey, type Write } from '../dynamo/dynamo.ts';
import { newToken } from './order.ts';
import { itemOf, readState, type State, type Stores } from './item.ts';
import { countWrites } from './counts.ts';
import { linksOf, type Link } from './links.ts';

const maxTries = 200;

/**
 * Reads the row, asks `decide`, writes what it says in one transaction, and starts again when the
 * row was changed in between. Returns the row as written.
 */
export async function writeRow(
  stores: Stores,
  table: AnyTable,
  key: ItemKey,
  decide: Decision,
): Promise<StoredRow | undefined> {
  for (let round = 0; round < maxTries; round++) {
    const before = await readState(stores, table, key);
    const decision = decide(before.row);
    if (decision === 'remove' && !before.row) return undefined;
    const next =
      decision === 'remove' ? undefined : { ...decision, version: (before.row?.version ?? 0) + 1 };
    if (await commit(stores, table, key, before, next)) return next;
    await pause(round);
  }
  throw new Failure('unavailable', 'storage_busy', `${table.name}: the row changes too fast`);
}

/** One attempt. False: the row was not as in `before`; read it again. */
async function commit(
  { dynamo, blobs, clock }: Stores,
  table: AnyTable,
  key: ItemKey,
  before: State,
  next: StoredRow | undefined,
): Promise<boolean> {
  const write = newToken();
  const links = next ? linksOf(table, next) : {};
  const condition: Condition =
    before.write === undefined ? 'absent' : { attribute: 'write', equals: before.write };
  const addresses = Object.fromEntries(
    Object.entries(links).map(([name, link]) => [name, link.key]),
  );
  const item =
    next &&
    (await itemOf(blobs, table, key, {
      row: next,
      version: next.version,
      write,
      links: addresses,
      others: before.others,
    }));
  const own: Write = item ? { put: item, condition } : { remove: key, condition };
  const unique = uniqueWrites(table, before, links, clock.now());
  const entries = entryWrites(table, before, links);
  const writes = [own, ...unique, ...entries, ...countWrites(table, before.links, links)];
  const outcome = await dynamo.transact(writes, write);
  if (outcome !== 'done') {
    await forget(item?.['blob']?.S);
    if (outcome === 'busy' || outcome.has(0)) return false;
    // The row is as it was, so another one holds the value.
    throw notUnique(table);
  }
  await forget(before.blob);
  return true;

  async function forget(blob: string | undefined): Promise<void> {
    // What cannot be deleted is left over: no row names it.
    if (blob !== undefined) await blobs.delete(blob).catch(() => undefined);
  }
}

/** Gives up the values that the row no longer holds and takes those that it holds now. */
function uniqueWrites(
  table: AnyTable,
  before: State,
  links: Readonly<Record<string, Link>>,
  now: Date,
): Write[] {
  // What a row held whose time is over may belong to another row by now.
  const ownLinks = before.row || before.isLost ? before.links : {};
  const free: Condition = table.expires === undefined ? 'absent' : { endedBy: now.toISOString() };
  const writes: Write[] = [];
  for (const [name, { key, item, isUnique }] of Object.entries(links)) {
    if (!isUnique) continue;
    if (!isDeepStrictEqual(ownLinks[name], key)) writes.push({ put: item, condition: free });
    // The time may have changed.
    else if (table.expires !== undefined) writes.push({ put: item, condition: ownedBy(item) });
  }
  for (const [name, key] of Object.entries(ownLinks)) {
    if (!name.startsWith('u:') || isDeepStrictEqual(links[name]?.key, key)) continue;
    writes.push({ remove: key });
  }
  return writes;
}

function ownedBy(item: Item): Condition {
  return { attribute: 'row', equals: item['row']?.S ?? '' };
}

function entryWrites(
  table: AnyTable,
  before: State,
  links: Readonly<Record<string, Link>>,
): Write[] {
  // In a row of another shape the entries may carry other columns.
  const old = before.row && before.shape === table.version ? linksOf(table, before.row) : {};
  const writes: Write[] = [];
  for (const [name, { key, item, isUnique }] of Object.entries(links)) {
    const isThere = isDeepStrictEqual(before.links[name], key);
    if (isUnique || (isThere && isDeepStrictEqual(old[name]?.item, item))) continue;
    writes.push({ put: item });
  }
  for (const [name, key] of Object.entries(before.links)) {
    if (name.startsWith('u:') || isDeepStrictEqual(links[name]?.key, key)) continue;
    writes.push({ remove: key });
  }
  return writes;
}
