import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { ItemRow, RunNeeds, RunRow, RunType } from './run-type.ts';

type Type = Pick<RunType<RunRow, ItemRow, RunNeeds>, 'queues'>;
type Needs = Pick<Platform, 'queue'>;

/** For start and finish. */
export const runMessage = z.object({ run: z.string() });
export const laneMessage = z.object({ run: z.string(), lane: z.int() });
export type RunMessage = z.output<typeof runMessage>;
export type LaneMessage = z.output<typeof laneMessage>;

// The keys of the jobs that run the steps.
export const runKey = ({ run }: RunMessage) => run;
export const laneKey = ({ run, lane }: LaneMessage) => `${run} lane ${lane}`;

// Each may be sent again: messages of a step that is queued, at work or done are the same work.

export async function sendStart(
  { queue }: Needs,
  { queues }: { readonly queues: Pick<Type['queues'], 'start'> },
  run: string,
): Promise<void> {
  const message: RunMessage = { run };
  await queue.send(queues.start, JSON.stringify(message));
}

export async function sendLanes<Run extends RunRow>(
  { queue }: Needs,
  { queues, lanes }: Pick<RunType<Run, ItemRow, RunNeeds>, 'queues' | 'lanes'>,
  row: Run,
): Promise<void> {
  const run = row.id;
  const messages = Array.from({ length: lanes(row) }, (_, lane): LaneMessage => ({ run, lane }));
  await Promise.all(messages.map((message) => queue.send(queues.lane, JSON.stringify(message))));
}

export async function sendFinish({ queue }: Needs, { queues }: Type, run: string): Promise<void> {
  const message: RunMessage = { run };
  await queue.send(queues.finish, JSON.stringify(message));
}
