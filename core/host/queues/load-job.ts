import type { QueueJob } from '#functions/service-manifest.ts';
import type { Job } from '#core/jobs/job.ts';

export type Load = (file: string) => Promise<unknown>;

export const fromFunctions: Load = (file) =>
  import(new URL(`../../../functions/${file}`, import.meta.url).href) as Promise<unknown>;

/** Loads the same exports that are deployed. */
export async function loadJob(declared: QueueJob, load: Load = fromFunctions): Promise<Job> {
  const { handler, dead, definition } = (await load(declared.file)) as Job;
  assertSame(declared, definition);
  return { handler, dead, definition };
}

/** The rollout makes the queue from the manifest, while the function uses the job's own figures. */
function assertSame(declared: QueueJob, definition: Job['definition']): void {
  const same = ['queue', 'maxAttempts', 'ordered'] as const;
  if (same.every((name) => declared[name] === definition[name])) return;
  throw new Error(
    `${declared.file} and the manifest do not say the same about queue ${declared.queue}`,
  );
}
