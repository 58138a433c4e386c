import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import { resultFile } from '../base/job-files.ts';
import { noResult, unpackResult, type StoredResult } from '../base/schema/stored-result.ts';
import type { Job } from '../base/tables/job-tables.ts';

/** The result of a completed job; of another one: no failures. A job that was cancelled while it was
 * saved may have the file too. */
export async function readResult(
  { blobs }: Pick<Platform, 'blobs'>,
  { id, status }: Pick<Job, 'id' | 'status'>,
): Promise<StoredResult> {
  return status === 'completed' ? readStoredResult({ blobs }, id) : noResult;
}

/** The content of a job's result file; without one: no failures. */
export async function readStoredResult(
  { blobs }: Pick<Platform, 'blobs'>,
  job: string,
): Promise<StoredResult> {
  const file = await blobs.get(resultFile(job));
  return file ? unpackResult(await text(file.body)) : noResult;
}
