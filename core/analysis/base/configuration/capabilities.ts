import type { Environment } from '#core/platform/ports/environment.ts';
import type { Capabilities } from '../schema/views.ts';
import { analysisSettings } from '../settings.ts';

/** What the server is configured to do beside the analysis. */
export function readCapabilities(environment: Environment): Capabilities {
  const server = analysisSettings(environment);
  const hasScm = server.TESTS_REPO_URL !== undefined && server.SCM_TOKEN !== undefined;
  const reports = [server.REPORTS_URL, server.REPORTS_API_TOKEN, server.REPORTS_PROJECT];
  return {
    scm_issues_enabled: server.ENABLE_SCM_ISSUES ?? hasScm,
    tracker_issues_enabled: server.ENABLE_TRACKER_ISSUES,
    server_scm_token: server.SCM_TOKEN !== undefined,
    server_tracker_token: (server.TRACKER_API_TOKEN ?? server.TRACKER_PAT) !== undefined,
    server_tracker_email: server.TRACKER_EMAIL !== undefined,
    server_tracker_project_key: server.TRACKER_PROJECT_KEY ?? '',
    reports: server.ENABLE_REPORTS ?? !reports.includes(undefined),
    reports_project: server.REPORTS_PROJECT ?? '',
  };
}
