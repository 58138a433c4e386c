import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { forgetAnswers } from '#core/ai/answers.ts';
import { uploadFile } from '../intake/input/uploads.ts';
import { jobFolder } from '../base/job-files.ts';
import { jobs } from '../base/tables/job-tables.ts';
import { uploads } from '../base/tables/tables.ts';
import { tidyRuns } from '#core/runs/tidy-runs.ts';
import { analysisRun } from './analysis-run.ts';

type Needs = Parameters<typeof analysisRun.tidy>[0] & Pick<Platform, 'home'>;

const answerDays = 30;
const uploadDays = 1;
const batchSize = 1_000;
const hourMilliseconds = 3_600_000;

/** Removes AI answers that are no longer asked for, expired uploads and what requests and steps that
 * died have left. */
export async function sweepJobs(needs: Needs): Promise<void> {
  const { blobs, clock, log } = needs;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMilliseconds);
  const answers = await forgetAnswers({ blobs }, daysAgo(answerDays));
  const files = await removeUploads(needs, daysAgo(uploadDays));
  const leftovers = await tidyRuns(needs, analysisRun, await newlyEnded(needs));
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

/** Those whose end may have been cut off: a process that worked them for a request left no message
 * behind. */
async function newlyEnded({ records, clock, home }: Needs): Promise<string[]> {
  if (!home.worksForRequests) return [];
  const from = new Date(clock.now().getTime() - 2 * hourMilliseconds).toISOString();
  const lists = (['completed', 'failed'] as const).map((status) =>
    records.list(jobs, { index: 'by_lease', where: { status }, from, limit: batchSize }),
  );
  return (await Promise.all(lists)).flatMap(({ rows }) => rows.map(({ id }) => id));
}
