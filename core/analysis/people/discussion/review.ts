import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { recordPerson } from '#core/analysis/base/identity.ts';
import { readCompleted, readJob } from '#core/analysis/jobs/read-job.ts';
import { target } from '#core/analysis/base/schema/result.ts';
import type { ReviewStatus } from '#core/analysis/base/schema/views.ts';
import { reviews } from '#core/analysis/base/tables/discussion-tables.ts';
import { findTarget, type Target } from './find-target.ts';
import { recount } from './recount.ts';
import { reviewKey } from './review-key.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

export const reviewBody = z.object({ ...target, reviewed: z.boolean() });

/** Checks a failure off, or takes that back. Of several builds of a child: in each. */
export async function setReviewed(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  job_id: string,
  { reviewed, ...wanted }: z.output<typeof reviewBody>,
): Promise<void> {
  const job = await readCompleted(needs, job_id);
  await writeReviews(needs, caller, job_id, await findTarget(needs, job, wanted), reviewed);
}

const together = 50;

/** Checks failures of a completed job off, or takes that back. */
export async function writeReviews(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  job_id: string,
  failures: readonly Target[],
  reviewed: boolean,
): Promise<void> {
  const { username } = caller;
  const updated_at = needs.clock.now().toISOString();
  const places = new Map(failures.map((failure) => [reviewKey(failure), failure]));
  const writes = [...places].map(
    ([key, { test_name, child_job_name, child_build_number }]) =>
      () => {
        const place = { test_name, child_job_name, child_build_number };
        const target = createHash('sha256').update(key).digest('hex');
        const row = { job_id, target, ...place, reviewed, username, updated_at };
        return needs.records.put(reviews, row);
      },
  );
  for (let at = 0; at < writes.length; at += together) {
    await Promise.all(writes.slice(at, at + together).map((write) => write()));
  }
  await recordPerson(needs, caller);
  await recount(needs, job_id);
}

export async function readReviewStatus(
  needs: Pick<Platform, 'records'>,
  id: string,
): Promise<ReviewStatus> {
  const { failure_count, reviewed_count, comment_count } = await readJob(needs, id);
  return { total_failures: failure_count, reviewed_count, comment_count };
}
