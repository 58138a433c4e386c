import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { oneLine } from '#core/text/one-line.ts';
import { withoutSlashes } from '#core/text/url.ts';
import { issues, type IssueRow } from '../base/tables/issue-table.ts';
import { linkIssue } from './create-issue.ts';
import { readSubject } from '../results/read-subject.ts';
import type { createdIssue, linkBody } from './places/issue-schema.ts';
import { maxTitleLength } from './signed-issue.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

/** Says that a failure belongs to an issue that exists. Repeated: the same. The issue is not asked for: its
 * address is a person's word. */
export async function linkExisting(
  needs: Needs,
  caller: Pick<Caller, 'username'>,
  job_id: string,
  { url: address, title, ...place }: z.output<typeof linkBody>,
): Promise<z.output<typeof createdIssue>> {
  const { failure, child_job_name, child_build_number } = await readSubject(needs, job_id, place);
  const { test_name, error_signature } = failure;
  const url = withoutSlashes(address);
  const about = { job_id, test_name, child_job_name, child_build_number };
  const id = createHash('sha256')
    .update(JSON.stringify([...Object.values(about), 'link', url]))
    .digest('hex');
  const created_at = needs.clock.now().toISOString();
  const name = nameOf(url);
  const row: IssueRow = issues.parse({
    id,
    ...about,
    ...name,
    url,
    created_at,
    lease_until: created_at,
    expires_at: null,
    target: name.key === '' ? 'scm' : 'tracker',
    title: oneLine(title.trim() || url, maxTitleLength),
  });
  const stored = await needs.records.insert(issues, row).catch(async (error: unknown) => {
    const earlier = isFailure(error, 'conflict') && (await needs.records.get(issues, { id }));
    if (earlier) return earlier;
    throw error;
  });
  const comment_id = await linkIssue(needs, caller, stored, error_signature);
  return { url, title: stored.title, ...name, comment_id };
}

/** As code hosts and trackers end the address of an issue. */
function nameOf(url: string): Pick<IssueRow, 'key' | 'number'> {
  const [, key = ''] = /\/browse\/([A-Z][A-Z0-9_]{1,40}-\d{1,9})$/i.exec(url) ?? [];
  const [, number = '0'] = /\/(?:issues|pull|merge_requests)\/(\d{1,9})$/.exec(url) ?? [];
  return { key: key.toUpperCase(), number: Number(number) };
}
