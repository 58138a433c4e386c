import { Failure, isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { maskSecrets } from '../../text/mask.ts';
import { generations, projects, type Generation } from '../tables.ts';
import { completeHistory, endGeneration } from './end.ts';
import { tidyGeneration } from './tidy.ts';

/** What a queue function hands over. */
export interface StepRun {
  readonly generation: string;
  readonly fence: number;
  readonly attempt: number;
  /** Aborts when the lease is lost or the host stops. */
  readonly signal: AbortSignal;
}

export interface Step extends StepRun {
  readonly row: Stored<Generation>;
  /** In milliseconds; in the cloud a step has an end. */
  readonly began: number;
}

type Needs = Pick<Platform, 'records' | 'feed' | 'trees' | 'ai' | 'clock' | 'log'>;

/** Tries of a step; a later one gives up for the whole generation. */
export const stepAttempts = 3;
/** A worker that is silent for so long has died. */
export const stepLeaseSeconds = 20;

/** A running step says so at least this often, and a sweep waits as long. */
export const leaseMilliseconds = 300_000;
const watchMilliseconds = 1_000;

/**
 * Runs one step of a generation that is under way; of any other nothing is left to do. An abort
 * reaches the step within a second, whichever process took the request. What a system said that
 * was asked (the model, the code host) ends the generation at once; an outage of our own is tried
 * again first.
 */
export async function runStep(
  needs: Needs,
  run: StepRun,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  const began = needs.clock.now().getTime();
  const row = await findRunning(needs, run.generation);
  // Whoever ended it may have died before this.
  if (!row) return tidy(needs, run.generation);
  const ended = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const watching = watch(needs, row, { ended, over: over.signal });
  try {
    await work({ ...run, signal, row, began });
  } catch (error) {
    if (isFailure(error, 'conflict', 'ended') || ended.signal.aborted) return;
    if (run.signal.aborted) throw error;
    if (!isFinal(error) && run.attempt < stepAttempts) throw error;
    await endGeneration(needs, run.generation, { status: 'error', message: textOf(error) });
    // A system that says no is no fault of ours; a dead letter would only be noise.
    if (!isFinal(error)) throw error;
  } finally {
    over.abort();
    await watching;
    await tidy(needs, run.generation);
  }
}

/** What is left of it goes with the next sweep. */
async function tidy(needs: Needs, id: string): Promise<void> {
  await tidyGeneration(needs, id).catch((error: unknown) => {
    needs.log('WARNING', 'a generation could not be tidied up', { id, error: String(error) });
  });
}

/** Thrown by a step that finds its generation over. */
export function generationEnded(): Failure {
  return new Failure('conflict', 'ended', 'The generation is over');
}

/** As `update`, where another value than expected means that the generation is over. */
export async function orEnded<Result>(update: Promise<Result>): Promise<Result> {
  try {
    return await update;
  } catch (error) {
    if (isFailure(error, 'conflict', 'changed') || isFailure(error, 'missing', 'no_row')) {
      throw generationEnded();
    }
    throw error;
  }
}

async function findRunning(needs: Needs, id: string): Promise<Stored<Generation> | undefined> {
  const row = await needs.records.get(generations, { id });
  if (row?.status !== 'generating') return undefined;
  const { owner, name } = row;
  const project = await needs.records.get(projects, { owner, name });
  if (project?.generation === id && project.status === 'generating') return row;
  await completeHistory(needs, row);
  return undefined;
}

/** Looks every second whether somebody has ended the generation, and keeps sweeps away from it. */
async function watch(
  { records, clock, log }: Needs,
  { id, lease_until }: Generation,
  { ended, over }: { readonly ended: AbortController; readonly over: AbortSignal },
): Promise<void> {
  let until = lease_until;
  for (;;) {
    await clock.sleep(watchMilliseconds, over);
    if (over.aborted) return;
    try {
      const row = await records.get(generations, { id });
      if (row?.status !== 'generating') return ended.abort();
      const now = clock.now().getTime();
      if (new Date(until).getTime() - now > leaseMilliseconds / 2) continue;
      until = new Date(now + leaseMilliseconds).toISOString();
      await records.update(generations, { id }, { lease_until: until }, { status: 'generating' });
    } catch (error) {
      // The next look may succeed.
      log('WARNING', 'a generation could not be looked at', { id, error: String(error) });
    }
  }
}

/** Asking again would be answered the same. */
function isFinal(error: unknown): error is Failure {
  return isFailure(error, 'upstream') || isFailure(error, 'invalid') || isFailure(error, 'missing');
}

function textOf(error: unknown): string {
  if (!isFailure(error)) return 'Internal error, see the log';
  return maskSecrets(error.message).slice(0, 2_200);
}
