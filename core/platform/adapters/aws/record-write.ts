import { Failure } from '../../failure.ts';
import type { Blobs, Stored, Table } from '../../ports.ts';
import { pause } from './dynamo.ts';
import type { Condition, Dynamo, Item, ItemKey, Outcome } from './dynamo.ts';
import { newToken } from './dynamo-order.ts';
import { claimsOf, makeEntry, release, reserve, sameClaim } from './record-claims.ts';
import type { Claim } from './record-claims.ts';
import { contentOf, itemOf, NOTHING, readState, tombstone } from './record-item.ts';
import type { State } from './record-item.ts';

export interface Stores {
  readonly dynamo: Dynamo;
  readonly blobs: Blobs;
  readonly patience: number;
}

/** What to do with the row as it is now; throws when it may not be done. */
export type Decision<Row> = (now: Stored<Row> | undefined) => Row | 'remove' | 'leave';

const TRIES = 200;

/**
 * Reads the row, asks `decide`, writes what it says, and starts again when the row was changed in
 * between. With 'absent' the first try takes that for granted and saves the read. Returns the row
 * as written or left.
 */
export async function writeRow<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  key: ItemKey,
  decide: Decision<Row>,
  hopefully?: 'absent',
): Promise<Stored<Row> | undefined> {
  for (let round = 0; round < TRIES; round++) {
    const guess = hopefully === 'absent' && round === 0;
    const before: State<Row> = guess ? NOTHING : await readState(stores, table, key);
    const decision = decide(before.row);
    if (decision === 'leave' || (decision === 'remove' && !before.row)) return before.row;
    const version = (before.row?.version ?? 0) + 1;
    const next = decision === 'remove' ? undefined : { ...decision, version };
    if (await commit(stores, table, key, before, next)) return next;
    if (!guess) await pause(round);
  }
  throw new Failure('unavailable', 'storage_busy', `${table.name}: the row changes too fast`);
}

/** One attempt, under an id of its own. False: the row was not as in `before`; try again. */
export async function commit<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  key: ItemKey,
  before: State<Row>,
  next: Stored<Row> | undefined,
): Promise<boolean> {
  const { dynamo, blobs } = stores;
  const write = newToken();
  const content = next && (await contentOf(blobs, table, next, write));
  const { claims, made, left } = await stake(stores, table, key, before, next, write).catch(
    async (error: unknown) => {
      await tidy(stores, [], content);
      throw error;
    },
  );
  const condition: Condition =
    before.write === undefined ? 'absent' : { attribute: 'write', equals: before.write };
  let outcome: Outcome;
  if (next && content) {
    const item = itemOf(table, key, next.version, { content, write, claims });
    outcome = await dynamo.put(item, condition);
  } else if (table.unique.length > 0) {
    outcome = await dynamo.put({ ...tombstone(key), write: { S: write } }, condition);
  } else {
    outcome = await dynamo.delete(key, condition);
  }
  if (outcome === 'refused') {
    await tidy(stores, made, content);
    return false;
  }
  if (outcome === 'unclear') {
    // Only the row can tell. What was made for it stays: the row may build on it.
    const now = await readState(stores, table, key);
    if (next ? now.write !== write : now.row) return false;
  }
  await tidy(stores, left, before.content);
  return true;
}

type Held = readonly (readonly [Claim, string])[];

/** Makes what the row will need: `claims` for its item, `made` to be undone when it is not
 * written, `left` to be let go when it is. */
async function stake<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  key: ItemKey,
  before: State<Row>,
  next: Stored<Row> | undefined,
  write: string,
): Promise<{ claims: Record<string, string>; made: Held; left: Held }> {
  const held = before.row ? claimsOf(table, before.row) : {};
  const wanted = Object.entries(next ? claimsOf(table, next) : {});
  const claims: Record<string, string> = {};
  const made: [Claim, string][] = [];
  const missing = wanted.filter(([name, claim]) => {
    // Of an older shape the items may lie elsewhere.
    const token = before.shape === table.version ? before.claims[name] : undefined;
    if (token === undefined || !sameClaim(held[name], claim)) return true;
    claims[name] = token;
    return false;
  });
  try {
    for (const [name, claim] of missing) {
      if (claim.kind !== 'value') continue;
      const token = await reserve(stores, table, claim, key, write);
      claims[name] = token;
      if (token === write) made.push([claim, token]);
    }
    const entries = missing.map(async ([name, claim]) => {
      if (claim.kind !== 'entry') return;
      claims[name] = write;
      made.push([claim, write]);
      await makeEntry(stores.dynamo, claim, key, write);
    });
    const results = await Promise.allSettled(entries);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  } catch (error) {
    await tidy(stores, made);
    throw error;
  }
  const left = Object.entries(held).flatMap(([name, claim]) => {
    const token = before.claims[name];
    return token === undefined || claims[name] === token ? [] : [[claim, token] as const];
  });
  return { claims, made, left };
}

// The write has been decided by now: what cannot be removed is left over, and nobody minds it.
async function tidy({ dynamo, blobs }: Stores, claims: Held, content?: Item): Promise<void> {
  const blob = content?.['blob']?.S;
  await Promise.allSettled([
    ...claims.map(([claim, token]) => release(dynamo, claim, token)),
    ...(blob === undefined ? [] : [blobs.delete(blob)]),
  ]);
}
