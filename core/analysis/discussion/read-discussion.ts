import type { Platform } from '#core/platform/ports/platform.ts';
import { readJob } from '../results/read-job.ts';
import { commentView, type CommentView, type Discussion } from '../schema/views.ts';
import { comments, reviews, type CommentRow } from './discussion-tables.ts';
import { reviewKey } from './review.ts';

const most = 10_000;

/** Comments and reviews of a job. */
export async function readDiscussion(
  needs: Pick<Platform, 'records'>,
  id: string,
): Promise<Discussion> {
  const { id: job_id } = await readJob(needs, id);
  const query = { where: { job_id }, limit: most };
  const [said, checked] = await Promise.all([
    needs.records.list(comments, query),
    needs.records.list(reviews, query),
  ]);
  const entries = checked.rows.map(({ reviewed, username, updated_at, ...place }) => {
    return [reviewKey(place), { reviewed, username, updated_at }] as const;
  });
  return { comments: said.rows.map(viewOfComment), reviews: Object.fromEntries(entries) };
}

export function viewOfComment(row: CommentRow): CommentView {
  return commentView.parse(row);
}
