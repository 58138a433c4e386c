import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { recordPerson } from '../../base/identity.ts';
import { readCompleted, readJob, changeJob } from '../../jobs/read-job.ts';
import { target } from '../../base/schema/result.ts';
import type { ReviewStatus, Discussion } from '../../base/schema/views.ts';
import { reviews, comments } from '../../base/tables/discussion-tables.ts';
import { findTarget, type Target } from './find-target.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { eachAtMost } from '#core/text/each-at-most.ts';
import { commentView, type CommentView } from '../../base/schema/records.ts';
import type { Query, Table } from '#core/platform/ports/records.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

export const reviewBody = z.object({ ...target, reviewed: z.boolean() });

/** Checks a failure off, or takes that back. Of several builds of a child: in each. */
export async function setReviewed(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  job_id: string,
  { reviewed, ...place }: z.output<typeof reviewBody>,
): Promise<void> {
  const job = await readCompleted(needs, job_id);
  await writeReviews(needs, caller, job_id, await findTarget(needs, job, place), reviewed);
}

const atOnce = 50;

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
  await eachAtMost(atOnce, [...places], async ([key, failure]) => {
    const { test_name, child_job_name, child_build_number } = failure;
    const place = { test_name, child_job_name, child_build_number };
    const target = createHash('sha256').update(key).digest('hex');
    const row = { job_id, target, ...place, reviewed, username, updated_at };
    await needs.records.put(reviews, row);
  });
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

/** Comments and reviews of a job. */
export async function readDiscussion(
  needs: Pick<Platform, 'records'>,
  id: string,
): Promise<Discussion> {
  const { id: job_id } = await readJob(needs, id);
  const all: CommentView[] = [];
  const checked: [string, Discussion['reviews'][string]][] = [];
  for await (const rows of allRows(needs, comments, { where: { job_id } })) {
    all.push(...rows.map(viewOfComment));
  }
  for await (const rows of allRows(needs, reviews, { where: { job_id } })) {
    for (const { reviewed, username, updated_at, ...place } of rows) {
      checked.push([reviewKey(place), { reviewed, username, updated_at }]);
    }
  }
  return { comments: all, reviews: Object.fromEntries(checked) };
}

export function viewOfComment(row: CommentView): CommentView {
  return commentView.parse(row);
}

/** The key of a failure in the review map. */
export function reviewKey({ test_name, child_job_name, child_build_number }: Target): string {
  return child_job_name === ''
    ? test_name
    : `${child_job_name}#${child_build_number}::${test_name}`;
}

/** Counts a job's comments and reviews in its row, for the dashboard. Repeated, and among other
 * writers: the numbers are those of the stored rows. */
export async function recount(needs: Pick<Platform, 'records'>, job_id: string): Promise<void> {
  await changeJob(needs, job_id, async (job) => {
    const [comment_count, reviewed_count] = await Promise.all([
      count(needs, comments, { where: { job_id } }),
      count(needs, reviews, { index: 'by_state', where: { job_id, reviewed: true } }),
    ]);
    const isSame = comment_count === job.comment_count && reviewed_count === job.reviewed_count;
    return isSame ? undefined : { comment_count, reviewed_count };
  });
}

/** A laptop computes totals of large tables in another process, which is slow for a few rows. */
const few = 100;

async function count<Row extends object>(
  { records }: Pick<Platform, 'records'>,
  table: Table<Row>,
  query: Query<Row>,
): Promise<number> {
  const { rows, cursor } = await records.list(table, { ...query, limit: few });
  if (cursor === undefined) return rows.length;
  return (await records.list(table, { ...query, limit: 1, total: true })).total ?? 0;
}
