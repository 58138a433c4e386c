import type { Stored } from '#core/platform/ports/records.ts';
import { claimItem, itemsIn, ownItem, writeItem } from './items.ts';
import { sendFinish } from './messages.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';
import { runStep, type Step, type Stepped, type StepRun } from './step.ts';
import { tellItem } from './tell-items.ts';
import { workItems, type Worked } from './work-items.ts';

/** Items that take no longer than this together are done in one step: a message for each would
 * cost more than they do. */
const quickMilliseconds = 10_000;

/**
 * Works on one item after the other until none waits; the lane that finishes last queues the finish
 * step. `work` may be repeated for the same item. A step is bounded: after a long item the lane goes
 * on in another one.
 */
export function laneStep<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  at: StepRun & { readonly lane: number },
  work: (step: Step<Run>, item: Stored<Item>) => Promise<Worked<Item>>,
): Promise<Stepped> {
  const isLong = ({ began }: Step<Run>) =>
    Math.abs(needs.clock.now().getTime() - began) >= quickMilliseconds;
  return runStep(needs, type, at, async (step) => {
    if (at.isHere) return workItems(needs, type, step, work);
    let item =
      (await ownItem(needs, type, at, type.lanes(step.row))) ?? (await claimItem(needs, type, at));
    while (item) {
      const { changes, againSeconds, keep } = await work(step, item);
      if (againSeconds !== undefined) {
        item = await writeItem(needs, type, at.run, item, changes);
        if (againSeconds > 0 || isLong(step)) return { againSeconds };
        continue;
      }
      // The next attempt must find no write on its way.
      const writes = keep ? [writeItem(needs, type, at.run, item, changes), keep()] : [];
      await Promise.allSettled(writes);
      await Promise.all(writes);
      const result = { ...(keep ? {} : changes), state: 'done' } as Partial<Item>;
      const done = await writeItem(needs, type, at.run, item, result);
      [item] = await Promise.all([claimItem(needs, type, at), tellItem(needs, type, at, done)]);
      if (item && isLong(step)) return { againSeconds: 0 };
    }
    const claimed = await itemsIn(needs, type, at.run, 'claimed');
    if (claimed.length === 0) await sendFinish(needs, type, at.run);
  });
}
