import { Failure } from '../../failure.ts';
import type { Page, Query, Stored, Table } from '../../ports.ts';
import type { Item } from './dynamo.ts';
import { compareText, head, longRun, SEPARATOR, TOP } from './dynamo-order.ts';
import { readState, stateOf } from './record-item.ts';
import type { State } from './record-item.ts';
import { planOf } from './record-plan.ts';
import type { Plan } from './record-plan.ts';
import { rowPartition } from './record-expect.ts';
import type { Stores } from './record-write.ts';

const MOST = 10_000;

export async function listRows<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  query: Query<Row>,
): Promise<Page<Row>> {
  const { limit = 100 } = query;
  // A cursor goes on from its row; an offset was for the first page.
  const offset = query.cursor === undefined ? (query.offset ?? 0) : 0;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw outOfRange('limit');
  if (!Number.isInteger(offset) || offset < 0) throw outOfRange('offset');
  const plan = planOf(table, query);
  const after = query.cursor === undefined ? undefined : plan.positionOf(query.cursor);
  const forward = (one: string, other: string) =>
    plan.descending ? compareText(other, one) : compareText(one, other);

  const rows: Stored<Row>[] = [];
  let [total, skipped, more] = [0, 0, false];
  // A total counts what lies before the cursor too.
  const start = query.total ? undefined : after;
  const wanted = offset + limit + 1;
  for await (const batch of inOrder(stores, table, plan, start, wanted)) {
    for (const row of batch) {
      if (!plan.matches(row)) continue;
      total++;
      if (after !== undefined && forward(plan.position(row), after) <= 0) continue;
      if (skipped < offset) skipped++;
      else if (rows.length < limit) rows.push(row);
      else more = true;
    }
    if (more && !query.total) break;
  }
  const last = rows.at(-1);
  return {
    rows,
    ...(more && last ? { cursor: plan.cursorAt(plan.position(last)) } : {}),
    ...(query.total ? { total } : {}),
  };
}

/**
 * All rows in the plan's range, each once, in order. A row that moves within the index while we
 * read it is met under its old entry: it is kept until the reading passes its new place, for the
 * entry there may have been made after we read on.
 */
async function* inOrder<Row extends object>(
  stores: Stores,
  table: Table<Row>,
  plan: Plan<Row>,
  start: string | undefined,
  wanted: number,
): AsyncGenerator<readonly Stored<Row>[]> {
  const order = (one: Placed<Row>, other: Placed<Row>) =>
    compareText(one.position, other.position) * (plan.descending ? -1 : 1);
  const isBeyond = (position: string, end: string) =>
    compareText(edge(position, plan.descending), end) * (plan.descending ? -1 : 1) > 0;
  const seen = new Set<string>();
  let waiting = new Map<string, Placed<Row>>();
  for await (const { items, end } of pages(stores, plan, start, wanted)) {
    for (const [name, placed] of await rowsOf(stores, table, plan, items)) {
      if (!seen.has(name)) waiting.set(name, placed);
    }
    const kept = new Map<string, Placed<Row>>();
    const ready: Placed<Row>[] = [];
    for (const [name, placed] of waiting) {
      if (end === undefined || !isBeyond(placed.position, end)) {
        ready.push(placed);
        if (plan.index !== undefined) seen.add(name);
      } else kept.set(name, placed);
    }
    waiting = kept;
    yield ready.sort(order).map(({ row }) => row);
  }
}

interface Placed<Row> {
  readonly row: Stored<Row>;
  readonly position: string;
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
  after: string | undefined,
  wanted: number,
): AsyncGenerator<{ items: Item[]; end: string | undefined }> {
  const { pk, descending, low, high } = plan;
  let start = after === undefined ? (descending ? high : low) : edge(after, descending);
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

function outOfRange(what: string): Failure {
  return new Failure('invalid', 'bad_query', `${what} is out of range`);
}
