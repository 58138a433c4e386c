import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { jobStatus } from '#core/analysis/base/schema/result.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

/** One entry of a job's feed, as JSON text, and the answer of GET /results/{job_id}/progress. The last one has the status `completed` or `failed`. */
export const jobProgress = z.object({
  status: jobStatus,
  phase: z.nullable(z.string()),
  groups: z.int(),
  done_groups: z.int(),
});
export type JobProgress = z.output<typeof jobProgress>;

export function jobFeed(job: string): string {
  return `analysis-${job}`;
}

/** Publishes the state of a job to those who follow it. */
export async function appendProgress(
  { feed }: Pick<Platform, 'feed'>,
  { id, status, progress_phase: phase, groups, done_groups }: Job,
): Promise<void> {
  const entry: JobProgress = { status, phase, groups, done_groups };
  await feed.append(jobFeed(id), [JSON.stringify(entry)]);
}
