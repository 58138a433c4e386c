// What a row claims beside its own item: one entry per index, one reservation per unique value.
// The row's item names the write that made each of them, and writing that item, conditional on
// what was there before, is the only step that counts.
//
// An index entry bears the id of its write in its key, so no two writes ever share an entry, and
// whoever made one may delete it. It is made before the row is written and deleted after the row
// has moved on; it counts only while the row's item names its write. A writer that dies leaves
// entries that no row names: readers pass over them.
//
// A reservation says which row holds a unique value. It is made before the row, on condition
// that there is none. A writer that finds one looks at the row it names:
//   - The row holds the value: not unique.
//   - It does not, and soon will, or its writer died: the finder waits a little, then *fences*
//     the row: it gives the row's item a new `write` (an item without a row when there is none),
//     so that the dead or slow writer, whose condition was the old `write`, can never finish;
//     then it takes the reservation over, on condition that it is the one it looked at.
// That is safe because a writer knows its row's `write` before it reserves, makes each
// reservation under an id of its own, and never tries again under that id. It needs `write` ids
// not to recur, and so a deleted row of a table with unique columns leaves an item behind.
import { Failure } from '../../failure.ts';
import type { Blobs, Table } from '../../ports.ts';
import { pause } from './dynamo.ts';
import type { Dynamo, Item, ItemKey } from './dynamo.ts';
import {
  encodeExact,
  encodeKey,
  encodeNullable,
  newToken,
  SEPARATOR,
  sortKey,
} from './dynamo-order.ts';
import { keyAttributes, readState, tombstone } from './record-item.ts';

export type Claim =
  | { readonly kind: 'entry'; readonly pk: string; readonly position: string }
  | { readonly kind: 'value'; readonly pk: string; readonly column: string };

/** By the name under which the row's item mentions them. */
export function claimsOf<Row extends object>(
  table: Table<Row>,
  row: Row,
): Readonly<Record<string, Claim>> {
  const values = row as Record<string, unknown>;
  const claims: Record<string, Claim> = {};
  for (const [name, { equal, order }] of Object.entries(table.indexes)) {
    const pk = indexPartition(
      table,
      name,
      equal.map((column) => values[column]),
    );
    const position = encodeNullable(values[order]) + SEPARATOR + encodeKey(table.key, values);
    claims[`i:${name}`] = { kind: 'entry', pk, position };
  }
  for (const column of table.unique) {
    if (values[column] === null || values[column] === undefined) continue;
    const pk = `u#${table.name}#${column}#${encodeExact([values[column]])}`;
    claims[`u:${column}`] = { kind: 'value', pk, column };
  }
  return claims;
}

export function indexPartition(table: { name: string }, index: string, equal: unknown[]): string {
  return `i#${table.name}#${index}#${encodeExact(equal)}`;
}

export function sameClaim(one: Claim | undefined, other: Claim): boolean {
  if (one?.pk !== other.pk) return false;
  return one.kind === 'value' || (other.kind === 'entry' && one.position === other.position);
}

export async function makeEntry(
  dynamo: Dynamo,
  claim: Claim & { kind: 'entry' },
  row: ItemKey,
  token: string,
): Promise<void> {
  const key = { pk: claim.pk, sk: sortKey(claim.position, token) };
  await dynamo.put({ ...keyAttributes(key), row: { S: row.sk }, token: { S: token } });
}

export async function release(dynamo: Dynamo, claim: Claim, token: string): Promise<void> {
  if (claim.kind === 'entry') {
    await dynamo.delete({ pk: claim.pk, sk: sortKey(claim.position, token) });
  } else {
    await dynamo.delete(reservationKey(claim), { attribute: 'token', equals: token });
  }
}

/**
 * Reserves a unique value for the row at `key`, under the token. Returns the token that the
 * reservation bears: another one when the row itself holds the value already. Another row holds
 * it: Failure('conflict', 'not_unique').
 */
export async function reserve<Row extends object>(
  { dynamo, blobs, patience }: { dynamo: Dynamo; blobs: Blobs; patience: number },
  table: Table<Row>,
  claim: Claim & { kind: 'value' },
  key: ItemKey,
  token: string,
): Promise<string> {
  const address = reservationKey(claim);
  const mine: Item = { ...keyAttributes(address), row: { S: key.sk }, token: { S: token } };
  let [waitedFor, rounds] = ['', 0];
  for (;;) {
    if ((await dynamo.put(mine, 'absent')) === 'done') return token;
    const found = await dynamo.get(address);
    const [holder, held] = [found?.['row']?.S, found?.['token']?.S];
    if (holder === undefined || held === undefined) continue;
    if (held === token) return token;
    const holderKey = { pk: key.pk, sk: holder };
    const state = await readState({ dynamo, blobs }, table, holderKey);
    const value = state.row && claimsOf(table, state.row)[`u:${claim.column}`];
    if (value?.pk === claim.pk) {
      if (holder === key.sk) return held;
      const message = `${table.name}.${claim.column}: the value is taken`;
      throw new Failure('conflict', 'not_unique', message);
    }
    if (held !== waitedFor) [waitedFor, rounds] = [held, 0];
    if (++rounds < patience) {
      await pause(rounds);
      continue;
    }
    if (!(await fence(dynamo, holderKey, state.write))) continue;
    await dynamo.put(mine, { attribute: 'token', equals: held });
  }
}

/** Makes every write fail that began before. False: the item is not as it was, look again. */
async function fence(dynamo: Dynamo, key: ItemKey, write: string | undefined): Promise<boolean> {
  if (write === undefined) return (await dynamo.put(tombstone(key), 'absent')) === 'done';
  const { outcome } = await dynamo.update(key, {
    set: 'SET #write = :new',
    condition: '#write = :old',
    names: { '#write': 'write' },
    values: { ':new': { S: newToken() }, ':old': { S: write } },
  });
  return outcome === 'done';
}

function reservationKey({ pk }: Claim): ItemKey {
  return { pk, sk: 'u' };
}
