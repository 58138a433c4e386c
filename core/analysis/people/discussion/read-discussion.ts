import type { Platform } from '#core/platform/ports/platform.ts';
import { allRows } from '#core/analysis/base/all-rows.ts';
import { readJob } from '#core/analysis/jobs/read-job.ts';
import { commentView, type CommentView } from '#core/analysis/base/schema/records.ts';
import type { Discussion } from '#core/analysis/base/schema/views.ts';
import { comments, reviews } from '#core/analysis/base/tables/discussion-tables.ts';
import { reviewKey } from './review-key.ts';

/** Comments and reviews of a job. */
export async function readDiscussion(
  needs: Pick<Platform, 'records'>,
  id: string,
): Promise<Discussion> {
  const { id: job_id } = await readJob(needs, id);
  const found: CommentView[] = [];
  const checked: [string, Discussion['reviews'][string]][] = [];
  for await (const rows of allRows(needs, comments, { where: { job_id } })) {
    found.push(...rows.map(viewOfComment));
  }
  for await (const rows of allRows(needs, reviews, { where: { job_id } })) {
    for (const { reviewed, username, updated_at, ...place } of rows) {
      checked.push([reviewKey(place), { reviewed, username, updated_at }]);
    }
  }
  return { comments: found, reviews: Object.fromEntries(checked) };
}

export function viewOfComment(row: CommentView): CommentView {
  return commentView.parse(row);
}
