import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { forgetAnswers } from '#core/ai/answers.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { uploadFile } from '../intake/input/uploads.ts';
import { jobFolder } from '../base/job-files.ts';
import { isOpen, jobs, uploads } from '../base/tables/tables.ts';
import { tidyJob } from './tidy-job.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'trees' | 'clock' | 'log' | 'ai'>;

const answerDays = 30;
const uploadDays = 1;
const batchSize = 1_000;

/** Removes AI answers that are no longer asked for, expired uploads and what requests and steps that
 * died have left. */
export async function sweepJobs(needs: Needs): Promise<void> {
  const { blobs, clock, log } = needs;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMilliseconds);
  const answers = await forgetAnswers({ blobs }, daysAgo(answerDays));
  const files = await removeUploads(needs, daysAgo(uploadDays));
  const leftovers = await tidyJobs(needs);
  const swept = { answers, files, leftovers };
  if (Object.values(swept).some((count) => count > 0)) log('INFO', 'swept', swept);
}

async function removeUploads({ records, blobs }: Needs, before: Date): Promise<number> {
  const query = { index: 'by_age', to: before.toISOString(), limit: batchSize };
  const { rows } = await records.list(uploads, query);
  for (const { id, kind } of rows) {
    if (kind === 'upload') await blobs.delete(uploadFile(id));
    // The request died before it recorded its job.
    else if (!(await records.get(jobs, { id }))) await blobs.deletePrefix(jobFolder(id));
    await records.delete(uploads, { id });
  }
  return rows.length;
}

/** Removes working trees and AI calls of jobs that have ended. */
async function tidyJobs(needs: Needs): Promise<number> {
  let tidied = 0;
  const ids = new Set([...(await needs.trees.list()), ...(await needs.ai.works())]);
  for (const id of ids) {
    const job = await needs.records.get(jobs, { id });
    if (job && isOpen(job)) continue;
    await tidyJob(needs, id);
    tidied += 1;
  }
  return tidied;
}
