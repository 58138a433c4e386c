import * as z from 'zod/mini';
import { childJobAnalysis, failureAnalysis } from './result.ts';

/** What a job's result file holds. The job's row has the rest, and the classes that people set over
 * it. */
export const storedResult = z.object({
  failures: z.array(failureAnalysis),
  child_job_analyses: z.array(childJobAnalysis),
});
export type StoredResult = z.output<typeof storedResult>;

export const noResult: StoredResult = { failures: [], child_job_analyses: [] };
