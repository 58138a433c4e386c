import { eachAtMost } from '#core/text/each-at-most.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { listItems, writeItem } from './items.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';
import { runEnded, type Step } from './step.ts';
import { countItems } from './tell-items.ts';

/** What came of the work on an item. With `againSeconds` the item is not done: its changes are
 * stored, and the lane comes back to it after so long. */
export interface Worked<Item> {
  readonly changes: Partial<Item>;
  readonly againSeconds?: number;
  /** Stores what belongs to the result elsewhere, beside the changes; the item is done after both. */
  readonly keep?: () => Promise<void>;
}

/** Between two reports of progress. */
const tellMilliseconds = 500;

/** Works on all items that wait, in the process that alone has the run. A lane that took one after
 * this process was given up has it: the write is refused. */
export async function workItems<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  step: Step<Run>,
  work: (step: Step<Run>, item: Stored<Item>) => Promise<Worked<Item>>,
): Promise<void> {
  const { clock } = needs;
  const items = await listItems(needs, type, step.run);
  const open = items.filter(({ state }) => state !== 'done');
  let done = items.length - open.length;
  let unreported: Item[] = [];
  const over = new AbortController();
  const reporting = report();
  await eachAtMost(type.lanes(step.row), open, async (first) => {
    let item = first;
    while (item.state !== 'done') {
      if (step.signal.aborted) throw runEnded();
      const { changes, againSeconds, keep } = await work(step, item);
      const state = againSeconds === undefined ? 'done' : 'waiting';
      // What is kept must not look like an earlier result when this process dies before the end.
      if (keep) item = await writeItem(needs, type, step.run, item, changes);
      await keep?.();
      const result = { ...(keep ? {} : changes), state } as Partial<Item>;
      item = await writeItem(needs, type, step.run, item, result);
      if (againSeconds) await clock.sleep(againSeconds * 1_000, step.signal);
    }
    done += 1;
    unreported.push(item);
  }).finally(() => {
    over.abort('over');
    return reporting;
  });
  await tell();

  async function report(): Promise<void> {
    while (!over.signal.aborted) {
      await clock.sleep(tellMilliseconds, over.signal);
      // The last report throws what these meet.
      if (!over.signal.aborted) await tell().catch(() => undefined);
    }
  }

  async function tell(): Promise<void> {
    const some = [...unreported];
    if (some.length === 0) return;
    await countItems(needs, type, step, some, done);
    unreported = unreported.slice(some.length);
  }
}
