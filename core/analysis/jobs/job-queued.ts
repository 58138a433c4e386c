import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSettings } from '../base/settings.ts';
import type { Job } from '../base/tables/job-tables.ts';

export const queuedJob = z.object({
  status: z.enum(['queued', 'completed', 'failed']),
  job_id: z.string(),
  message: z.string(),
  /** PUBLIC_BASE_URL, or empty. */
  base_url: z.string(),
  result_url: z.string(),
});
export type QueuedJob = z.output<typeof queuedJob>;

/** The answer to a caller who does not wait for the end of the job, which may be an earlier one. */
export function jobQueued(
  { environment }: Pick<Platform, 'environment'>,
  { id: job_id, status: state }: Pick<Job, 'id' | 'status'>,
): QueuedJob {
  const base_url = analysisSettings(environment).PUBLIC_BASE_URL ?? '';
  const status = state === 'completed' || state === 'failed' ? state : 'queued';
  const verb = status === 'queued' ? 'Poll' : 'See';
  const message = `Analysis job ${status}. ${verb} /results/${job_id} for status.`;
  const result_url = `${base_url}/results/${job_id}`;
  return { status, job_id, message, base_url, result_url };
}
