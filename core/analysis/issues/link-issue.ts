import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { comments } from '#core/analysis/base/tables/discussion-tables.ts';
import { recount } from '#core/analysis/people/discussion/recount.ts';
import { issues, type IssueRow } from '#core/analysis/base/tables/issue-table.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

/** Writes the comment with the issue's link, once; gives its id. 0: the job was deleted meanwhile, and
 * what belongs to it is removed. */
export async function linkIssue(
  needs: Needs,
  { username }: Pick<Caller, 'username'>,
  row: Stored<IssueRow>,
  error_signature: string,
): Promise<number> {
  const { records, clock } = needs;
  const { id, job_id, test_name, child_job_name, child_build_number, url } = row;
  try {
    const comment_id = row.comment_id || (await reserve(needs, id));
    // A comment that someone deleted later does not come back.
    if (row.is_linked) return comment_id;
    const place = { test_name, child_job_name, child_build_number };
    const comment = `Issue: ${url}`;
    const created_at = clock.now().toISOString();
    const about = { job_id, ...place, comment, error_signature, username, created_at };
    // Repeated: the same comment.
    await records.put(comments, { ...about, id: comment_id });
    await recount(needs, job_id).catch(async (error: unknown) => {
      await records.delete(comments, { job_id, id: comment_id });
      throw error;
    });
    await records.update(issues, { id }, { is_linked: true });
    return comment_id;
  } catch (error) {
    if (!isFailure(error, 'missing')) throw error;
    await records.delete(issues, { id });
    return 0;
  }
}

/** Racing requests get the same number. */
async function reserve({ records }: Pick<Needs, 'records'>, id: string): Promise<number> {
  const comment_id = await records.nextId('analysis_comments');
  try {
    await records.update(issues, { id }, { comment_id }, { comment_id: 0 });
    return comment_id;
  } catch (error) {
    if (!isFailure(error, 'conflict', 'changed')) throw error;
    return (await records.get(issues, { id }))?.comment_id ?? 0;
  }
}
