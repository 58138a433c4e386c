import { untilWritten } from '#core/platform/failure.ts';
import type { Key, Stored } from '#core/platform/ports/records.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';
import { takenOver, unlessChanged } from './step.ts';

type Type<Item extends ItemRow> = Pick<RunType<RunRow, Item, RunNeeds>, 'items' | 'itemOf'>;
type Needs = Pick<RunNeeds, 'records'>;

/** A step of a lane. */
export interface LaneStep {
  readonly run: string;
  readonly lane: number;
  readonly fence: number;
}

/** Stores the items; each lane owns one from the beginning. Repeated: rows stay as they are. */
export async function makeItems<Item extends ItemRow>(
  { records }: Needs,
  { items, itemOf }: Type<Item>,
  run: string,
  lanes: number,
  contents: readonly Partial<Item>[],
): Promise<void> {
  const rows = contents.map((content, position) => {
    const claim = position < lanes ? { state: 'claimed', lane: position } : {};
    return { ...content, ...claim, [itemOf]: run, position };
  });
  await records.unsynced.add(items, rows);
}

export async function listItems<Item extends ItemRow>(
  { records }: Needs,
  { items, itemOf }: Type<Item>,
  run: string,
): Promise<readonly Stored<Item>[]> {
  const where = { [itemOf]: run } as Partial<Item>;
  return (await records.list(items, { where, limit: 10_000 })).rows;
}

/** The first items in a state. */
export async function itemsIn<Item extends ItemRow>(
  { records }: Needs,
  { items, itemOf }: Type<Item>,
  run: string,
  state: ItemRow['state'],
  limit = 1,
): Promise<readonly Stored<Item>[]> {
  const where = { [itemOf]: run, state } as Partial<Item>;
  return (await records.list(items, { index: 'by_state', where, limit })).rows;
}

/** The item that an earlier step of the lane has left unfinished. */
export async function ownItem<Item extends ItemRow>(
  needs: Needs,
  type: Type<Item>,
  step: LaneStep,
  lanes: number,
): Promise<Stored<Item> | undefined> {
  const rows = await itemsIn(needs, type, step.run, 'claimed', lanes);
  const own = rows.find(({ lane }) => lane === step.lane);
  if (!own) return undefined;
  if (own.fence > step.fence) throw takenOver();
  if (own.fence === step.fence) return own;
  const change = { fence: step.fence } as Partial<Item>;
  const expect = { version: own.version } as Partial<Stored<Item>>;
  const key = keyOf(type, step.run, own);
  return unlessChanged(needs.records.unsynced.update(type.items, key, change, expect), takenOver);
}

/** Claims the first item that waits. */
export async function claimItem<Item extends ItemRow>(
  needs: Needs,
  type: Type<Item>,
  { run, lane, fence }: LaneStep,
): Promise<Stored<Item> | undefined> {
  return untilWritten(async () => {
    const [row] = await itemsIn(needs, type, run, 'waiting');
    if (!row) return undefined;
    const change = { state: 'claimed', lane, fence } as Partial<Item>;
    const expect = { state: 'waiting' } as Partial<Stored<Item>>;
    return needs.records.unsynced.update(type.items, keyOf(type, run, row), change, expect);
  });
}

/** Writes to an item as the step has claimed it, or found it unclaimed. */
export async function writeItem<Item extends ItemRow>(
  { records }: Needs,
  type: Type<Item>,
  run: string,
  item: Stored<Item>,
  changes: Partial<Item>,
): Promise<Stored<Item>> {
  const { state, lane, fence } = item;
  const expect = { state, lane, fence } as Partial<Stored<Item>>;
  const write = records.unsynced.update(type.items, keyOf(type, run, item), changes, expect);
  return unlessChanged(write, takenOver);
}

function keyOf({ itemOf }: { readonly itemOf: string }, run: string, { position }: ItemRow): Key {
  return { [itemOf]: run, position };
}
