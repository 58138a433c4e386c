import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSettings } from '../base/settings.ts';

export const queuedJob = z.object({
  status: z.literal('queued'),
  job_id: z.string(),
  message: z.string(),
  /** PUBLIC_BASE_URL, or empty. */
  base_url: z.string(),
  result_url: z.string(),
});
export type QueuedJob = z.output<typeof queuedJob>;

/** The answer to a caller who does not wait for the end of the job. */
export function jobQueued(
  { environment }: Pick<Platform, 'environment'>,
  { id: job_id }: { readonly id: string },
): QueuedJob {
  const base_url = analysisSettings(environment).PUBLIC_BASE_URL ?? '';
  const message = `Analysis job queued. Poll /results/${job_id} for status.`;
  const result_url = `${base_url}/results/${job_id}`;
  return { status: 'queued', job_id, message, base_url, result_url };
}
