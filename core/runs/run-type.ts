import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored, Table } from '#core/platform/ports/records.ts';

// A run is long work in bounded steps, each of which is a message: `start` prepares the items, N
// lanes work on one item after the other, and `finish` puts the results together. The table of
// runs has `runColumns`, a `status` and the index `by_lease` (status, lease_until); the table of
// items has `itemColumns`, a column that names the run, which with the position is its key, and
// the index `by_state` (run, state; position).

export const runColumns = {
  id: z.string(),
  /** How far it has come: `lanes` once all items are stored. */
  step: z._default(z.enum(['start', 'lanes', 'finish']), 'start'),
  /** The fence of the start or finish step that holds the run: an older one may not write. */
  fence: z._default(z.int(), 0),
  /** Until then a sweep leaves the run alone. */
  lease_until: z.string(),
  /** How often a sweep has sent its messages again since it last got on. */
  revivals: z._default(z.int(), 0),
};

export const itemColumns = {
  /** From 0. */
  position: z.int(),
  state: z._default(z.enum(['waiting', 'claimed', 'done']), 'waiting'),
  /** The lane that works on it, or did. */
  lane: z.nullable(z.int()),
  /** The fence of that lane's lease: a step with an older one may not write. */
  fence: z._default(z.int(), 0),
};

type Columns<Shape extends z.core.$ZodShape> = z.output<z.ZodMiniObject<Shape>>;
export type RunRow = Columns<typeof runColumns> & { readonly status: string };
export type ItemRow = Columns<typeof itemColumns>;

export type RunNeeds = Pick<Platform, 'records' | 'queue' | 'clock' | 'log'>;

/** `refused`: wrong input, or another system said no. `internal`: our own fault. */
export type FailCause = 'refused' | 'internal';

/** What a service says of its runs. */
export interface RunType<Run extends RunRow, Item extends ItemRow, Needs extends RunNeeds> {
  /** For the log. */
  readonly name: string;
  readonly runs: Table<Run>;
  readonly items: Table<Item>;
  /** The column of an item that names its run. */
  readonly itemOf: keyof Item & string;
  /** The statuses of a run that has not ended. */
  readonly open: readonly Run['status'][];
  readonly queues: { readonly start: string; readonly lane: string; readonly finish: string };
  /** Items in work at once in one run, at least 1; the same number as long as the run is open. */
  lanes(run: Run): number;
  /** Why a run that does not get on is ended. */
  readonly interrupted: string;

  /** False: the run has ended although its row does not say so yet; what its end has left to do is
   * done then. */
  isRunning(needs: Needs, run: Stored<Run>): Promise<boolean>;
  /** Ends the run. Repeated, or it has ended: nothing. */
  fail(needs: Needs, run: Stored<Run>, message: string, cause: FailCause): Promise<void>;
  /** Removes what only a running run needs. Of one that runs: nothing. */
  tidy(needs: Needs, id: string): Promise<void>;
  /** What finished items change in the run's row; `done` counts all that are done. */
  count(run: Run, items: readonly Item[], done: number): Partial<Run>;
  /** Publishes the counted row to subscribers. */
  tell(needs: Needs, run: Run, items: readonly Item[]): Promise<void>;
}

/** Whether the run has not ended. */
export function isOpen({ open }: { readonly open: readonly string[] }, { status }: RunRow) {
  return open.includes(status);
}

/** A run that does not get on is queued again after so long. */
export const runLeaseMilliseconds = 300_000;
/** So soon after the death of a process that works on it without messages. */
const hereLeaseMilliseconds = 30_000;

interface Worker {
  /** See StepRun. */
  readonly isHere?: true;
}

export function leaseMilliseconds({ isHere }: Worker): number {
  return isHere ? hereLeaseMilliseconds : runLeaseMilliseconds;
}

export function runLease(
  { clock }: Pick<RunNeeds, 'clock'>,
  worker: Worker = {},
): { readonly lease_until: string } {
  const until = clock.now().getTime() + leaseMilliseconds(worker);
  return { lease_until: new Date(until).toISOString() };
}
