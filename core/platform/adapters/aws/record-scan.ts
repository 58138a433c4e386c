import type { Stored, Table } from '../../ports.ts';
import type { Item } from './dynamo.ts';
import { compareText, head, longRun, SEPARATOR, TOP } from './dynamo-order.ts';
import { rowPartition } from './record-expect.ts';
import { readState, stateOf } from './record-item.ts';
import type { State } from './record-item.ts';
import type { Plan } from './record-plan.ts';
import type { Stores } from './record-write.ts';

export interface Placed<Row> {
  readonly row: Stored<Row>;
  readonly position: string;
}

export interface Scan<Row> {
  /** The rows in the plan's range, piece by piece. */
  rows(): AsyncGenerator<readonly Placed<Row>[]>;
  /** After that: rows that were missed because they moved past the reading, against it. */
  overtaken(): Promise<readonly Placed<Row>[]>;
}

// Whoever moves against the reading in every one of these rounds is not in the list.
const ROUNDS = 5;

/**
 * Reads an index while others write. A row is fetched by its entry and counts where it is now,
 * once; is that further on, it waits until the reading gets there, for its new entry may have
 * been made behind the reading's back. A row that moved back before its old entry was read is
 * found in a second look at the entries. Rows of the primary key never move.
 */
export function scanOf<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  plan: Plan<Row>,
  after: string | undefined,
  wanted: number,
): Scan<Row> {
  const { index, descending, low, high } = plan;
  const start = after === undefined ? (descending ? high : low) : edge(after, descending);
  const seen = new Set<string>();
  const entries = new Set<string>();
  let looks = 0;
  const isBeyond = (position: string, end: string) =>
    compareText(edge(position, descending), end) * (descending ? -1 : 1) > 0;
  /** Where the last piece began: what lies behind it may have changed since. */
  let lastPiece = start;

  async function* rows() {
    let waiting = new Map<string, Placed<Row>>();
    for await (const { items, end } of pages(stores, plan, start, wanted)) {
      looks++;
      if (index !== undefined) for (const item of items) entries.add(nameOf(item));
      for (const [name, placed] of await rowsOf(stores, table, plan, items)) {
        if (!seen.has(name)) waiting.set(name, placed);
      }
      const ready: Placed<Row>[] = [];
      const kept = new Map<string, Placed<Row>>();
      for (const [name, placed] of waiting) {
        if (end !== undefined && isBeyond(placed.position, end)) kept.set(name, placed);
        else {
          ready.push(placed);
          if (index !== undefined) seen.add(name);
        }
      }
      waiting = kept;
      yield ready;
      if (end !== undefined) lastPiece = end;
    }
  }

  async function overtaken() {
    const found: Placed<Row>[] = [];
    if (index === undefined || looks < 2) return found;
    for (let round = 0; round < ROUNDS; round++) {
      const fresh: Item[] = [];
      for await (const { items } of pages(stores, plan, start, 1_000)) {
        fresh.push(...items.filter((item) => !entries.has(nameOf(item))));
        const last = items.at(-1);
        if (!last || isBeyond(nameOf(last), lastPiece)) break;
      }
      if (fresh.length === 0) break;
      for (const item of fresh) entries.add(nameOf(item));
      for (const [name, placed] of await rowsOf(stores, table, plan, fresh)) {
        if (!seen.has(name)) found.push(placed);
        seen.add(name);
      }
    }
    return found;
  }

  return { rows, overtaken };
}

/** By the rows' own sort keys. */
async function rowsOf<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  plan: Plan<Row>,
  items: readonly Item[],
): Promise<Map<string, Placed<Row>>> {
  const pk = rowPartition(table);
  const names = new Set(
    items.map((item) => item[plan.index === undefined ? 'sk' : 'row']?.S ?? ''),
  );
  const found =
    plan.index === undefined
      ? items
      : await stores.dynamo.getAll([...names].map((sk) => ({ pk, sk })));
  const placed = new Map<string, Placed<Row>>();
  const add = (sk: string, { row }: State<Row>) => {
    if (row && plan.inRange(row)) placed.set(sk, { row, position: plan.position(row) });
  };
  await Promise.all(
    found.map(async (item) => {
      const sk = nameOf(item);
      const state = await stateOf(stores.blobs, table, item);
      add(sk, state ?? (await readState(stores, table, { pk, sk })));
    }),
  );
  return placed;
}

/** The partition's items from the start on, by sort key; `end` is the last one's, undefined with
 * the last page. */
async function* pages<Row>(
  { dynamo }: Stores,
  plan: Plan<Row>,
  from: string,
  wanted: number,
): AsyncGenerator<{ items: Item[]; end: string | undefined }> {
  const { pk, descending, low, high } = plan;
  let start = from;
  let last: string | undefined;
  let held: Item[] = [];
  let limit = Math.min(1_000, Math.max(20, wanted + 1));
  for (;;) {
    const page = await dynamo.query(pk, { ...(start && { start }), descending, limit });
    const fresh = page.items.filter((item) => nameOf(item) !== last);
    const inside = fresh.filter((item) =>
      descending ? compareText(nameOf(item), low) >= 0 : compareText(nameOf(item), high) <= 0,
    );
    held.push(...inside);
    const end = page.items.at(-1);
    if (!page.more || !end || inside.length < fresh.length) {
      yield { items: held, end: undefined };
      return;
    }
    // Long keys that begin alike are out of order: they wait until all of them are here.
    const run = longRun(nameOf(end));
    const first = run === undefined ? -1 : held.findIndex((item) => longRun(nameOf(item)) === run);
    const ready = first === -1 ? held : held.slice(0, first);
    held = first === -1 ? [] : held.slice(first);
    const passed = ready.at(-1);
    if (passed) yield { items: ready, end: nameOf(passed) };
    start = last = nameOf(end);
    limit = Math.min(1_000, limit * 2);
  }
}

function nameOf(item: Item): string {
  return item['sk']?.S ?? '';
}

/** The first sort key that an item at this position may have, in the direction of reading. */
function edge(position: string, descending: boolean): string {
  const cut = head(position);
  if (cut !== position) return descending ? cut + TOP : cut;
  return position + SEPARATOR + (descending ? TOP : '');
}
