import type { JobDefinition } from '#core/jobs/definition.ts';
import { job, type Job } from '#core/jobs/job.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { laneKey, laneMessage, runKey, runMessage } from './messages.ts';
import { reviveGivenUp } from './revive.ts';
import type { ItemRow, RunRow, RunType } from './run-type.ts';
import { stepAttempts, stepLeaseSeconds, type Stepped, type StepRun } from './step.ts';

type Work<Run extends StepRun> = (platform: Platform, run: Run) => Promise<Stepped>;
type More = Pick<JobDefinition<typeof runMessage>, 'died' | 'logFields'>;

const limits = { leaseSeconds: stepLeaseSeconds, maxAttempts: stepAttempts };

/** The job of the first or last step of a run. */
export function stepJob<Run extends RunRow, Item extends ItemRow>(
  type: RunType<Run, Item, Platform>,
  step: 'start' | 'finish',
  work: Work<StepRun>,
  more: More = {},
): Job {
  return job({
    ...limits,
    ...more,
    queue: type.queues[step],
    message: runMessage,
    key: runKey,
    givenUp: reviveGivenUp(type),
    run: ({ platform, message, fence, attempt, signal }) =>
      work(platform, { ...message, fence, attempt, signal }),
  });
}

/** The job of the lanes of a run. */
export function laneJob<Run extends RunRow, Item extends ItemRow>(
  type: RunType<Run, Item, Platform>,
  work: Work<StepRun & { readonly lane: number }>,
  more: More = {},
): Job {
  return job({
    ...limits,
    ...more,
    queue: type.queues.lane,
    message: laneMessage,
    key: laneKey,
    givenUp: reviveGivenUp(type),
    run: ({ platform, message, fence, attempt, signal }) =>
      work(platform, { ...message, fence, attempt, signal }),
  });
}
