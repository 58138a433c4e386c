import { untilWritten } from '#core/platform/failure.ts';
import type { Records, Stored } from '#core/platform/ports/records.ts';
import {
  isOpen,
  runLease,
  type ItemRow,
  type RunNeeds,
  type RunRow,
  type RunType,
} from './run-type.ts';
import { runEnded, type StepRun } from './step.ts';

interface Turn {
  last: Promise<void>;
  /** Items that wait for the next count, and when it is made. */
  next: { readonly items: ItemRow[]; readonly telling: Promise<void> } | undefined;
}

const turns = new WeakMap<Records, Map<string, Turn>>();

/** Counts a finished item in the run's row and publishes the row. Items that finish while
 * others are counted are counted together. */
export function tellItem<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  at: Pick<StepRun, 'run' | 'isHere'>,
  item: Item,
): Promise<void> {
  const id = at.run;
  const ofRecords = turns.get(needs.records) ?? new Map<string, Turn>();
  turns.set(needs.records, ofRecords);
  const turn = ofRecords.get(id) ?? { last: Promise.resolve(), next: undefined };
  ofRecords.set(id, turn);
  if (!turn.next) {
    const items: Item[] = [];
    const telling = turn.last
      .catch(() => {})
      .then(() => {
        turn.next = undefined;
        return countAll(needs, type, at, items);
      })
      .finally(() => {
        if (turn.last === telling) ofRecords.delete(id);
      });
    turn.next = { items, telling };
    turn.last = telling;
  }
  turn.next.items.push(item);
  return turn.next.telling;
}

async function countAll<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  at: Pick<StepRun, 'run' | 'isHere'>,
  items: readonly Item[],
): Promise<void> {
  const where = { [type.itemOf]: at.run, state: 'done' } as Partial<Item>;
  const query = { index: 'by_state', where, limit: 1, total: true };
  const done = (await needs.records.list(type.items, query)).total ?? 0;
  await countItems(needs, type, at, items, done);
}

/** Counts finished items in the run's row, `done` with all earlier ones, and publishes the row. */
export async function countItems<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  at: Pick<StepRun, 'run' | 'isHere'>,
  items: readonly Item[],
  done: number,
): Promise<void> {
  const id = at.run;
  const { records } = needs;
  const run = await untilWritten(async () => {
    const row = await records.get(type.runs, { id });
    if (!row || !isOpen(type, row)) throw runEnded();
    const changes = { ...runLease(needs, at), revivals: 0, ...type.count(row, items, done) };
    const expect = { version: row.version } as Partial<Stored<Run>>;
    return records.unsynced.update(type.runs, { id }, changes, expect);
  });
  await type.tell(needs, run, items);
}
