import type * as z from 'zod/mini';
import { comments, mentions, reviews } from '../base/tables/discussion-tables.ts';
import { issues } from '../base/tables/issue-table.ts';
import { jobFolder } from '../base/job-files.ts';
import { failJob } from '../jobs/cancel-job.ts';
import { jobFeed, readJob } from '../jobs/read-job.ts';
import { tidyJob } from '../jobs/tidy-job.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { removeRows } from '#core/runs/remove-rows.ts';
import { jobs } from '../base/tables/job-tables.ts';
import {
  failureHistory,
  passedTests,
  testClassifications,
  uploads,
} from '../base/tables/tables.ts';
import type { bulkBody, bulkDeleted } from './bulk-deletion.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed' | 'clock' | 'trees' | 'ai'>;

/** Removes a job with all that belongs to it but what its models have cost; an open one is ended
 * first. The row goes last: a removal that was interrupted is repeated by the next call. */
export async function deleteJob(needs: Needs, id: string): Promise<void> {
  const { records, blobs, feed, clock } = needs;
  await readJob(needs, id);
  if (await failJob(needs, id, 'The analysis was deleted')) {
    // A step at work may write a file after the folder is gone: the sweep removes it then.
    await records.put(uploads, { id, kind: 'input', created_at: clock.now().toISOString() });
  }
  await tidyJob(needs, id);
  await removeRows(needs, mentions, { job_id: id }, 'by_job');
  await removeRows(needs, testClassifications, { job_id: id }, 'by_job');
  await removeRows(needs, issues, { job_id: id }, 'by_job');
  await removeRows(needs, comments, { job_id: id });
  await removeRows(needs, reviews, { job_id: id });
  await removeRows(needs, failureHistory, { job_id: id });
  await removeRows(needs, passedTests, { job_id: id });
  await blobs.deletePrefix(jobFolder(id));
  await feed.delete(jobFeed(id));
  await records.delete(jobs, { id });
}

const atOnce = 20;

/** Each job named, once. What cannot be deleted does not keep the others. */
export async function deleteJobs(
  needs: Needs,
  { job_ids }: z.output<typeof bulkBody>,
): Promise<z.output<typeof bulkDeleted>> {
  const ids = [...new Set(job_ids)];
  const reasons = new Map<string, string>();
  // One after the other, 500 would take longer than a request may.
  await eachAtMost(atOnce, ids, async (id) => {
    await deleteJob(needs, id).catch((error: unknown) => {
      if (!isFailure(error)) throw error;
      reasons.set(id, error.message);
    });
  });
  const failed = ids.flatMap((job_id) => {
    const reason = reasons.get(job_id);
    return reason === undefined ? [] : [{ job_id, reason }];
  });
  const deleted = ids.filter((id) => !reasons.has(id));
  return { deleted, failed, total: ids.length };
}
