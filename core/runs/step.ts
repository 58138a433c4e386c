import type { Again } from '#core/jobs/definition.ts';
import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { isOpen, leaseMilliseconds, runLease } from './run-type.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';

/** What a queue function hands over. */
export interface StepRun {
  readonly run: string;
  readonly fence: number;
  readonly attempt: number;
  /** Aborts when the lease is lost or the host stops. */
  readonly signal: AbortSignal;
  /** This process works on the whole run, without messages: nobody else has claimed its items. */
  readonly isHere?: true;
  /** A request waits for the run. */
  readonly isAwaited?: boolean;
}

export interface Step<Run> extends StepRun {
  readonly row: Stored<Run>;
  /** In milliseconds; in the cloud a step has to end in time. */
  readonly began: number;
}

/** What a step gives: it has ended, or is to come again. */
export type Stepped = Again | void;

/** The last attempt that fails ends the run. */
export const stepAttempts = 3;
/** A worker that is silent for so long has died. */
export const stepLeaseSeconds = 20;

const watchMilliseconds = 1_000;

/**
 * Runs one step of a run that has not ended; of any other it removes what is left. An abort stops
 * the step within a second, in whichever process the request arrived. A refusal by a system that
 * was asked (the model, the code host) ends the run at once; an outage of our own is tried again
 * first.
 */
export async function runStep<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  run: StepRun,
  work: (step: Step<Run>) => Promise<Stepped>,
): Promise<Stepped> {
  const began = needs.clock.now().getTime();
  const row = await needs.records.get(type.runs, { id: run.run });
  const isRunning = row && isOpen(type, row) && (await type.isRunning(needs, row));
  // The process that ended it may have died before this.
  if (!row || !isRunning) return tidy(needs, type, run.run);
  const ended = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const watching = watch(needs, type, row, { ...run, ended, over: over.signal });
  try {
    return await work({ ...run, signal, row, began });
  } catch (error) {
    if (isFailure(error, 'conflict', 'ended') || ended.signal.aborted) return;
    if (run.signal.aborted) throw error;
    if (!isFinal(error) && run.attempt < stepAttempts) throw error;
    await type.fail(needs, row, textOf(error), isFinal(error) ? 'refused' : 'internal');
    // A refusal by another system is no fault of ours: no dead letter.
    if (!isFinal(error)) throw error;
  } finally {
    over.abort('over');
    await watching;
    if (!run.isAwaited) await tidy(needs, type, run.run);
  }
}

/** What cannot be removed now is left to the sweep. */
export async function tidy<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  id: string,
): Promise<void> {
  await type.tidy(needs, id).catch((error: unknown) => {
    const fields = { id, error: String(error) };
    needs.log('WARNING', `a ${type.name} could not be tidied up`, fields);
  });
}

/** Looks every second whether the run has ended, and prolongs its lease. */
async function watch<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds>(
  needs: Needs,
  type: RunType<Run, Item, Needs>,
  { id, lease_until }: RunRow,
  watching: Pick<StepRun, 'isHere'> & {
    readonly ended: AbortController;
    readonly over: AbortSignal;
  },
): Promise<void> {
  const { records, clock, log } = needs;
  const { name, runs } = type;
  const { ended, over } = watching;
  let until = lease_until;
  for (;;) {
    await clock.sleep(watchMilliseconds, over);
    if (over.aborted) return;
    try {
      const row = await records.get(runs, { id });
      if (!row || !isOpen(type, row)) return ended.abort();
      const remainingMs = new Date(until).getTime() - clock.now().getTime();
      const whole = leaseMilliseconds(watching);
      // More than a whole lease remains when the clock was ahead.
      if (remainingMs > whole / 2 && remainingMs <= whole) continue;
      const lease = runLease(needs, watching);
      const expect = { status: row.status } as Partial<Stored<Run>>;
      // Another status: the next look shows whether the run has ended.
      if (!(await isWritten(records.unsynced.update(runs, { id }, lease as Partial<Run>, expect))))
        continue;
      until = lease.lease_until;
    } catch (error) {
      // The next look may succeed.
      log('WARNING', `a ${name} could not be looked at`, { id, error: String(error) });
    }
  }
}

/** Thrown by a step whose run has ended. */
export function runEnded(): Failure {
  return new Failure('conflict', 'ended', 'The run has ended');
}

/** Thrown by a step that another worker has taken over. */
export function takenOver(): Failure {
  return new Failure('unavailable', 'taken_over', 'Another worker has taken the step over');
}

/** The result of a write whose expectation fails only when the row belongs to another by now. */
export async function unlessChanged<Result>(
  write: Promise<Result>,
  failure: () => Failure,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const isGone = isFailure(error, 'missing', 'no_row');
    throw isGone || isFailure(error, 'conflict', 'changed') ? failure() : error;
  }
}

/** The same question would get the same answer. */
function isFinal(error: unknown): error is Failure {
  const kinds = ['upstream', 'unauthorized', 'invalid', 'missing'] as const;
  return kinds.some((kind) => isFailure(error, kind));
}

function textOf(error: unknown): string {
  if (!isFailure(error)) return 'Internal error, see the log';
  return maskSecrets(error.message).slice(0, 2_200);
}
