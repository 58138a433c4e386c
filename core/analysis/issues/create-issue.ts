import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { createOnce } from './create-once.ts';
import { type IssueTarget, issues, type IssueRow } from '../base/tables/issue-table.ts';
import type { createBody, createdIssue } from './places/issue-schema.ts';
import { openPlace, type PlaceNeeds } from './places/open-place.ts';
import { readSubject } from '../results/read-subject.ts';
import { signedIssue } from './signed-issue.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { comments } from '../base/tables/discussion-tables.ts';
import { recount } from '../people/discussion/review.ts';

type Needs = PlaceNeeds & Pick<Platform, 'blobs'>;

/** Files an issue for a failure, once for the failure and the place: a later request gets the same
 * issue, whatever its title. */
export async function createIssue(
  needs: Needs,
  caller: Caller,
  target: IssueTarget,
  job_id: string,
  request: z.output<typeof createBody>,
): Promise<z.output<typeof createdIssue>> {
  const { title, body, test_name, child_job_name, child_build_number, ...access } = request;
  const place = await openPlace(needs, caller, target, { job_id, access, needsToken: true });
  const failureTarget = { test_name, child_job_name, child_build_number };
  const subject = await readSubject(needs, job_id, failureTarget);
  const failure = {
    job_id,
    test_name,
    child_job_name: subject.child_job_name,
    // The request's may be 0 for any build.
    child_build_number: subject.child_build_number,
  };
  const id = createHash('sha256')
    .update(JSON.stringify([...Object.values(failure), place.target, place.name]))
    .digest('hex');
  const secrets = [
    ...secretsOf(needs.environment),
    ...[access.scm_token, access.tracker_token].filter((token) => token !== ''),
  ];
  const signing = { secrets, username: caller.username, longest: place.longestBody };
  const row = await createOnce(needs, place, { id, ...failure }, (mark) =>
    signedIssue({ title, body }, { ...signing, mark }),
  );
  const comment_id = await linkIssue(needs, caller, row, subject.failure.error_signature);
  const { url, key, number } = row;
  return { url, title: row.title, key, number, comment_id };
}

type LinkNeeds = Pick<Platform, 'records' | 'clock'>;

/** Writes the comment with the issue's link, once; gives its id. 0: the job was deleted meanwhile, and
 * what belongs to it is removed. */
export async function linkIssue(
  needs: LinkNeeds,
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
async function reserve({ records }: Pick<LinkNeeds, 'records'>, id: string): Promise<number> {
  const comment_id = await records.nextId('analysis_comments');
  try {
    await records.update(issues, { id }, { comment_id }, { comment_id: 0 });
    return comment_id;
  } catch (error) {
    if (!isFailure(error, 'conflict', 'changed')) throw error;
    return (await records.get(issues, { id }))?.comment_id ?? 0;
  }
}
