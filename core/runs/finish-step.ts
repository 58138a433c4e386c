import { Failure } from '#core/platform/failure.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { holdRun, type Held } from './hold.ts';
import { listItems } from './items.ts';
import { isOpen, type ItemRow, type RunNeeds, type RunRow, type RunType } from './run-type.ts';
import { runEnded, runStep, type Step, type Stepped, type StepRun } from './step.ts';

export interface Finishing<Run, Item> {
  readonly held: Held<Run>;
  readonly step: Step<Run>;
  readonly items: readonly Stored<Item>[];
  /** Throws when another worker has taken the run, or it has ended: call it before what cannot be
   * refused. */
  readonly confirm: () => Promise<void>;
}

/** Puts the results of all items together and ends the run; `finish` may be repeated. */
export function finishStep<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  run: StepRun,
  finish: (finishing: Finishing<Run, Item>) => Promise<Stepped>,
): Promise<Stepped> {
  return runStep(needs, type, run, async (step) => {
    const hold = await holdRun(needs, type, step, 'finish');
    const items = await listItems(needs, type, run.run);
    if (items.some(({ state }) => state !== 'done')) {
      throw new Failure('unavailable', 'items_missing', 'Not all items are done');
    }
    const confirm = async () => {
      const now = await needs.records.get(type.runs, { id: run.run });
      const isHeld = now?.step === 'finish' && now.fence === run.fence;
      if (!isHeld || !isOpen(type, now) || !(await type.isRunning(needs, now))) throw runEnded();
    };
    return finish({ held: hold, step, items, confirm });
  });
}
