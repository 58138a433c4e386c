import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { readCapabilities } from '../base/configuration/capabilities.ts';
import { analysisSettings } from '../base/settings.ts';
import {
  issueTargets,
  type IssueTarget,
  issues,
  type IssueRow,
} from '../base/tables/issue-table.ts';

const maxRows = 1_000;

/** Those that exist, the oldest first. */
export async function listJobIssues(
  { records }: Pick<Platform, 'records'>,
  job_id: string,
): Promise<readonly IssueRow[]> {
  const query = { index: 'by_job', where: { job_id }, limit: maxRows };
  return (await records.list(issues, query)).rows.filter(({ url }) => url !== '');
}

/** Where the server's configuration lets people file issues. */
export function enabledTargets(environment: Environment): readonly IssueTarget[] {
  const { scm_issues_enabled: scm, tracker_issues_enabled } = readCapabilities(environment);
  const tracker = tracker_issues_enabled && analysisSettings(environment).TRACKER_URL !== undefined;
  const isEnabled = { scm, tracker };
  return issueTargets.filter((target) => isEnabled[target]);
}
