import * as z from 'zod';
import { job, type Job } from '#core/jobs/job.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { table } from '#core/platform/table.ts';
import { finishStep } from '#core/runs/finish-step.ts';
import { laneStep } from '#core/runs/lane-step.ts';
import type { Worked } from '#core/runs/work-items.ts';
import { laneKey, laneMessage, runKey, runMessage, sendStart } from '#core/runs/messages.ts';
import { reviveGivenUp } from '#core/runs/revive.ts';
import { isOpen, itemColumns, runColumns, runLease, type RunType } from '#core/runs/run-type.ts';
import type { Steps } from '#core/runs/run-here.ts';
import { startStep } from '#core/runs/start-step.ts';
import type { Step } from '#core/runs/step.ts';

const toyRun = z.object({
  ...runColumns,
  status: z.enum(['queued', 'running', 'ready', 'error']),
  lanes: z._default(z.int(), 3),
  said: z.nullable(z.string()),
  counted: z._default(z.int(), 0),
});
const toyItem = z.object({
  ...itemColumns,
  run: z.string(),
  text: z.string(),
  rounds: z._default(z.int(), 0),
});
export type ToyRun = z.output<typeof toyRun>;
export type ToyItem = z.output<typeof toyItem>;

export const toyRuns = table({
  ...{ name: 'toy_runs', version: 1, columns: toyRun, key: ['id'] },
  indexes: { by_lease: { equal: ['status'], order: 'lease_until' } },
});
export const toyItems = table({
  ...{ name: 'toy_items', version: 1, columns: toyItem, key: ['run', 'position'] },
  indexes: { by_state: { equal: ['run', 'state'], order: 'position' } },
});

type Needs = Pick<Platform, 'records' | 'queue' | 'clock' | 'log'>;

export const toyQueues = { start: 'toy-start', lane: 'toy-lane', finish: 'toy-finish' };
export const toyLanes = 3;
export const toyId = 'run_1';

export interface Toy {
  readonly type: RunType<ToyRun, ToyItem, Needs>;
  readonly jobs: readonly Job[];
  readonly steps: Steps<Needs>;
  /** Positions in the order in which the work on them began. */
  readonly begun: number[];
  /** Progress counts that were reported. */
  readonly reported: number[];
  /** Runs that were tidied up after their end. */
  readonly tidied: string[];
  /** Without a message. */
  insert(needs: Needs, lanes?: number): Promise<void>;
  begin(needs: Needs, lanes?: number): Promise<void>;
}

type Work = (step: Step<ToyRun>, item: Stored<ToyItem>) => Promise<Partial<Worked<ToyItem>> | void>;

/** A run over numbered items whose result is the texts of all. */
export function toyRunType(count: number, work: Work = async () => {}): Toy {
  const begun: number[] = [];
  const reported: number[] = [];
  const tidied: string[] = [];
  const end = async ({ records }: Needs, id: string, status: 'ready' | 'error', said: string) => {
    const row = await records.get(toyRuns, { id });
    if (!row || !isOpen(type, row)) return;
    const expect = { status: row.status };
    await records.update(toyRuns, { id }, { status, said }, expect).catch(ended);
  };
  const type: Toy['type'] = {
    ...{ name: 'toy', runs: toyRuns, items: toyItems, itemOf: 'run' },
    open: ['queued', 'running'],
    lanes: ({ lanes }) => lanes,
    ...{ queues: toyQueues, interrupted: 'interrupted' },
    isRunning: async () => true,
    fail: (needs, { id }, message) => end(needs, id, 'error', message),
    async tidy({ records }, id) {
      const row = await records.get(toyRuns, { id });
      if (!row || !isOpen(type, row)) tidied.push(id);
    },
    count: (_row, _items, done) => ({ counted: done }),
    async tell(_needs, { counted }) {
      reported.push(counted);
    },
  };
  const steps: Toy['steps'] = {
    start: (needs, run) =>
      startStep(needs, type, run, async () => ({
        items: Array.from({ length: count }, (_, at) => ({ text: `item ${at}` })),
        changes: { status: 'running' },
      })),
    lane: (needs, run) =>
      laneStep(needs, type, run, async (step, item) => {
        begun.push(item.position);
        return { changes: {}, ...(await work(step, item)) };
      }),
    finish: (needs, run) =>
      finishStep(needs, type, run, async ({ items, confirm }) => {
        await confirm();
        await end(needs, run.run, 'ready', items.map(({ text }) => text).join());
      }),
  };
  const shared = { leaseSeconds: 30, maxAttempts: 3, givenUp: reviveGivenUp(type) };
  const jobs = [
    job({
      queue: toyQueues.start,
      message: runMessage,
      ...shared,
      key: runKey,
      run: ({ platform, message, ...run }) => steps.start(platform, { ...run, ...message }),
    }),
    job({
      queue: toyQueues.lane,
      message: laneMessage,
      ...shared,
      key: laneKey,
      run: ({ platform, message, ...run }) => steps.lane(platform, { ...run, ...message }),
    }),
    job({
      queue: toyQueues.finish,
      message: runMessage,
      ...shared,
      key: runKey,
      run: ({ platform, message, ...run }) => steps.finish(platform, { ...run, ...message }),
    }),
  ];
  async function insert(needs: Needs, lanes = toyLanes): Promise<void> {
    const row = { id: toyId, status: 'queued' as const, lanes, ...runLease(needs) };
    await needs.records.insert(toyRuns, row);
  }
  return {
    ...{ type, jobs, steps, begun, reported, tidied, insert },
    async begin(needs, lanes) {
      await insert(needs, lanes);
      await sendStart(needs, type, toyId);
    },
  };
}

function ended(error: unknown): void {
  if (!isFailure(error, 'conflict', 'changed')) throw error;
}
