import { holdRun, type Held } from './hold.ts';
import { makeItems } from './items.ts';
import { sendFinish, sendLanes } from './messages.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';
import { runStep, type Step, type Stepped, type StepRun } from './step.ts';

/** What the lanes are to work on, and what changes in the run's row when they begin. */
export interface Prepared<Run, Item> {
  readonly items: readonly Partial<Item>[];
  readonly changes: Partial<Run>;
}

/** Prepares the items and starts the lanes. `prepare` may be repeated; undefined: the run has ended. */
export function startStep<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  run: StepRun,
  prepare: (hold: Held<Run>, step: Step<Run>) => Promise<Prepared<Run, Item> | Stepped>,
  /** What changes in the run's row before. */
  opening?: (row: Run) => Partial<Run>,
): Promise<Stepped> {
  return runStep(needs, type, run, async (step) => {
    let { row } = step;
    let telling: Promise<void> | undefined;
    if (row.step === 'start') {
      const hold = await holdRun(needs, type, step, 'start', opening);
      const prepared = await prepare(hold, step);
      if (!prepared || 'againSeconds' in prepared) return prepared;
      const lanes = run.isHere ? 0 : type.lanes({ ...hold.row(), ...prepared.changes });
      await makeItems(needs, type, run.run, lanes, prepared.items);
      await hold.write({ ...prepared.changes, step: 'lanes' });
      row = hold.row();
      telling = type.tell(needs, row, []);
    }
    // An earlier worker died before it had sent them all.
    if (run.isHere) return telling;
    const isLast = row.step === 'finish';
    const sending = isLast ? sendFinish(needs, type, row.id) : sendLanes(needs, type, row);
    await Promise.all([telling, sending]);
  });
}
