import type { Platform } from '#core/platform/ports/platform.ts';
import { sendLanes } from './messages.ts';
import { reviveGivenUp } from './revive.ts';
import { isOpen, type ItemRow, type RunNeeds, type RunRow, type RunType } from './run-type.ts';
import { tidy, type Stepped, type StepRun } from './step.ts';

/** The steps of a run, as the functions of its queues run them. */
export interface Steps<Own> {
  readonly start: (needs: Own, run: StepRun) => Promise<Stepped>;
  readonly lane: (needs: Own, run: StepRun & { readonly lane: number }) => Promise<Stepped>;
  readonly finish: (needs: Own, run: StepRun) => Promise<Stepped>;
}

/** The request is answered before what it has left is removed. */
const answerMilliseconds = 100;

/** What a queue gives to its workers at once: lanes of all runs together. */
const maxLanes = 10;
let busyLanes = 0;

/**
 * Works a new run in this process, without messages and claims. Its fence is lower than that of any
 * worker of a queue: what a killed process has left is taken over when the sweep queues it. So is a
 * step that fails here, and lanes that are too many. The caller looks whether the run has ended. What
 * fails or is stopped in a job is thrown: its message comes again.
 */
export async function runHere<
  Run extends RunRow,
  Item extends ItemRow,
  Own extends RunNeeds & Pick<Platform, 'queue'>,
>(
  needs: Own,
  type: RunType<Run, Item, Own>,
  run: string,
  steps: Steps<Own>,
  job?: Pick<StepRun, 'signal'>,
): Promise<void> {
  const { records, clock, log } = needs;
  const { signal } = job ?? new AbortController();
  const own = { run, fence: 0, attempt: 1, signal, isHere: true, isAwaited: !job } as const;
  try {
    await untilDone(() => steps.start(needs, own));
    const row = await records.get(type.runs, { id: run });
    if (!row || !isOpen(type, row)) return;
    const lanes = type.lanes(row);
    if (busyLanes > 0 && busyLanes + lanes > maxLanes) return await sendLanes(needs, type, row);
    busyLanes += lanes;
    await untilDone(() => steps.lane(needs, { ...own, lane: 0 })).finally(
      () => (busyLanes -= lanes),
    );
    signal.throwIfAborted();
    await untilDone(() => steps.finish(needs, own));
  } catch (error) {
    if (job) throw error;
    log('WARNING', `a ${type.name} is left to the queue`, { run, error: String(error) });
    await reviveGivenUp(type)({ platform: needs, message: { run } });
  } finally {
    if (!job) setTimeout(() => void tidy(needs, type, run), answerMilliseconds).unref();
  }

  async function untilDone(step: () => Promise<Stepped>): Promise<void> {
    for (;;) {
      const again = await step();
      if (!again) return;
      await clock.sleep(again.againSeconds * 1_000, signal);
    }
  }
}
