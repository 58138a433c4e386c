import * as z from 'zod';
import type { Again, JobDefinition, JobRun } from '#core/jobs/definition.ts';
import { job, type Job } from '#core/jobs/job.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

const message = z.strictObject({ n: z.int(), text: z.string().optional() });

type Schema = typeof message;
export type Run = JobRun<z.output<Schema>>;

/** A job on the queue `work`, and what ran of it. */
export function numbered(
  run: (run: Run) => Promise<Again | void> | Again | void = () => {},
  options: Partial<Pick<JobDefinition<Schema>, 'key' | 'maxAttempts' | 'leaseSeconds'>> = {},
): Job & { readonly runs: Run[] } {
  const runs: Run[] = [];
  const made = job({
    queue: 'work',
    message,
    leaseSeconds: 30,
    maxAttempts: 3,
    ...options,
    async run(one) {
      runs.push(one);
      return run(one);
    },
  });
  return { ...made, runs };
}

export function sendNumber({ queue }: Pick<Platform, 'queue'>, n: number, text?: string) {
  return queue.send('work', JSON.stringify({ n, text }));
}
