import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { createOnce } from './create-once.ts';
import type { IssueTarget } from '#core/analysis/base/tables/issue-table.ts';
import type { createBody, createdIssue } from './places/issue-schema.ts';
import { linkIssue } from './link-issue.ts';
import { openPlace, type PlaceNeeds } from './places/open-place.ts';
import { readSubject } from './read-subject.ts';
import { signedIssue } from './signed-issue.ts';

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
  const wanted = { test_name, child_job_name, child_build_number };
  const subject = await readSubject(needs, job_id, wanted);
  const failure = {
    ...{ job_id, test_name, child_job_name: subject.child_job_name },
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
