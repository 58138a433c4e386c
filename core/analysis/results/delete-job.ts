import type * as z from 'zod/mini';
import { comments, mentions, reviews } from '#core/analysis/base/tables/discussion-tables.ts';
import { issues } from '#core/analysis/base/tables/issue-table.ts';
import { jobFolder } from '#core/analysis/base/job-files.ts';
import { failJob } from '#core/analysis/jobs/fail-job.ts';
import { jobFeed } from '#core/analysis/jobs/job-progress.ts';
import { tidyJob } from '#core/analysis/jobs/tidy-job.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { removeRows } from '#core/runs/remove-rows.ts';
import {
  failureHistory,
  jobs,
  testClassifications,
  uploads,
} from '#core/analysis/base/tables/tables.ts';
import type { bulkBody, bulkDeleted } from './bulk-deletion.ts';
import { readJob } from '#core/analysis/jobs/read-job.ts';

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
  const reasons: (string | undefined)[] = [];
  // One after the other, 500 would take longer than a request may.
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce).map((id) => reasonToKeep(needs, id));
    reasons.push(...(await Promise.all(some)));
  }
  const failed = ids.flatMap((job_id, at) => {
    const reason = reasons[at];
    return reason === undefined ? [] : [{ job_id, reason }];
  });
  const deleted = ids.filter((_, at) => reasons[at] === undefined);
  return { deleted, failed, total: ids.length };
}

async function reasonToKeep(needs: Needs, id: string): Promise<string | undefined> {
  try {
    await deleteJob(needs, id);
    return undefined;
  } catch (error) {
    if (isFailure(error)) return error.message;
    throw error;
  }
}
