import type { Platform } from '#core/platform/ports/platform.ts';
import type { LaneMessage, RunMessage } from './messages.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';
import type { Stepped, StepRun } from './step.ts';

type Needs = Pick<Platform, 'queue' | 'clock' | 'log'>;

/** The steps of a run, as the functions of its queues run them. */
export interface Steps<Own extends Needs> {
  readonly start: (needs: Own, run: StepRun) => Promise<Stepped>;
  readonly lane: (needs: Own, run: StepRun & { readonly lane: number }) => Promise<Stepped>;
  readonly finish: (needs: Own, run: StepRun) => Promise<Stepped>;
}

/** A run is looked at again so soon after the death of a process that worked on it without messages. */
export const hereLeaseMilliseconds = 30_000;

/** What a queue gives to its workers at once: lanes of all runs together. */
const maxLanes = 10;
let busyLanes = 0;

/**
 * Works a new run in this process, without a message and a lease for each step. Its fence is lower
 * than that of any worker of a queue: what a killed process has left is taken over when the sweep
 * queues it. So is a step that fails here, and lanes that are too many. The caller looks whether the
 * run has ended.
 */
export async function runHere<Run extends RunRow, Item extends ItemRow, Own extends Needs>(
  needs: Own,
  { queues }: Pick<RunType<Run, Item, RunNeeds>, 'queues'>,
  run: string,
  steps: Steps<Own>,
): Promise<void> {
  const { queue, clock, log } = needs;
  const never = new AbortController().signal;
  const work = new Map<string, (own: Own, body: string) => Promise<Stepped>>([
    [queues.start, (own, body) => steps.start(own, stepOf(body))],
    [queues.lane, (own, body) => steps.lane(own, stepOf(body))],
    [queues.finish, (own, body) => steps.finish(own, stepOf(body))],
  ]);
  /** Body to queue: two lanes that end at once both ask for the finish step. */
  let todo = new Map<string, string>();
  const here: Own = {
    ...needs,
    queue: {
      ...queue,
      async send(name, body, options) {
        if (!work.has(name)) return queue.send(name, body, options);
        todo.set(body, name);
        return { id: '' };
      },
    },
  };
  await here.queue.send(queues.start, JSON.stringify({ run } satisfies RunMessage));
  while (todo.size > 0) {
    const batch = [...todo];
    todo = new Map();
    const isFull = busyLanes > 0 && busyLanes + batch.length > maxLanes;
    if (isFull && batch.some(([, name]) => name === queues.lane)) {
      await Promise.all(batch.map(([body, name]) => queue.send(name, body)));
      return;
    }
    busyLanes += batch.length;
    await Promise.all(batch.map(step)).finally(() => (busyLanes -= batch.length));
  }

  async function step([body, name]: readonly [body: string, name: string]): Promise<void> {
    try {
      for (;;) {
        const stepped = await work.get(name)?.(here, body);
        if (!stepped) return;
        await clock.sleep(stepped.againSeconds * 1_000);
      }
    } catch (error) {
      log('WARNING', 'a step is left to the queue', { run, queue: name, error: String(error) });
      await queue.send(name, body);
    }
  }

  function stepOf(body: string) {
    const message = JSON.parse(body) as LaneMessage;
    return {
      ...message,
      fence: 0,
      attempt: 1,
      signal: never,
      leaseMilliseconds: hereLeaseMilliseconds,
    };
  }
}
