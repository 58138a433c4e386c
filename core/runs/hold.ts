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
import { runEnded, takenOver, unlessChanged, type Step } from './step.ts';

/** The run in the hands of one worker. Writes of a worker that lost it are refused. */
export interface Held<Run> {
  /** The row as written last. */
  row(): Stored<Run>;
  /** Progress: a power cut may undo it. */
  write(changes: Partial<Run>): Promise<void>;
  /** Ends the run; what was written before survives a power cut then too. */
  end(changes: Partial<Run>): Promise<void>;
}

/** Takes the run for its start or finish step. */
export async function holdRun<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  { run: id, row: first, fence, ...at }: Step<Run>,
  step: 'start' | 'finish',
  /** What else changes in the row. */
  opening?: (row: Run) => Partial<Run>,
): Promise<Held<Run>> {
  const { records } = needs;
  const { runs } = type;
  let latest: Stored<Run> | undefined = first;
  let row = await untilWritten(async () => {
    // Read again after an item was counted, or another worker took the run.
    const current: Stored<Run> | undefined = latest ?? (await records.get(runs, { id }));
    latest = undefined;
    if (!current || !isOpen(type, current)) throw runEnded();
    const isNext = step === 'finish' && current.step === 'lanes';
    if (!isNext && (current.step !== step || current.fence > fence)) throw takenOver();
    const changes = { ...opening?.(current), ...runLease(needs, at), step, fence } as Partial<Run>;
    const expect = { version: current.version } as Partial<Stored<Run>>;
    return records.unsynced.update(runs, { id }, changes, expect);
  });

  return {
    row: () => row,

    write: (changes) => write(records.unsynced, changes),
    end: (changes) => write(records, changes),
  };

  async function write({ update }: Pick<Records, 'update'>, changes: Partial<Run>) {
    const expect = { step, fence, status: row.status } as Partial<Stored<Run>>;
    const all = { ...runLease(needs, at), ...changes };
    row = await unlessChanged(update(runs, { id }, all, expect), runEnded);
  }
}
