import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { jobs } from '../../base/tables/job-tables.ts';
import type { IssueTarget } from '../../base/tables/issue-table.ts';
import type { IssueAccess } from './issue-schema.ts';
import type { IssuePlace } from './issue-place.ts';
import { openCodeHost } from './open-code-host.ts';
import { openProject } from './open-project.ts';

export type PlaceNeeds = Pick<
  Platform,
  'environment' | 'fetch' | 'clock' | 'home' | 'records' | 'secrets'
>;

/** Where an issue about a failure of this job goes. What the server or the request does not configure
 * is reported before a job that does not exist. */
export async function openPlace(
  needs: PlaceNeeds,
  caller: Caller,
  target: IssueTarget,
  {
    job_id,
    access,
    needsToken,
  }: {
    readonly job_id: string;
    readonly access: IssueAccess;
    readonly needsToken: boolean;
  },
): Promise<IssuePlace> {
  if (target === 'tracker') return openProject(needs, caller, access);
  const job = job_id.length > 200 ? undefined : await needs.records.get(jobs, { id: job_id });
  const testsUrl = job?.params.tests_repo_url ?? null;
  return openCodeHost(needs, caller, access, { testsUrl, needsToken });
}
