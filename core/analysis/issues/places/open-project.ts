import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { projectKey } from '../tracker/jql.ts';
import { openTracker } from '../tracker/open-tracker.ts';
import { assertTrackerIssues, trackerAccess } from '../tracker/tracker-access.ts';
import type { IssueAccess } from './issue-schema.ts';
import type { IssuePlace } from './issue-place.ts';
import { trackerPlace } from './tracker-place.ts';

type Needs = Pick<Platform, 'environment' | 'fetch' | 'clock' | 'records' | 'secrets'>;

/** The project of the server's tracker that issues go to: the request's, else the server's. */
export async function openProject(
  needs: Needs,
  caller: Caller,
  access: IssueAccess,
): Promise<IssuePlace> {
  assertTrackerIssues(needs.environment);
  const login = await trackerAccess(needs, caller, access);
  const { TRACKER_PROJECT_KEY = '' } = analysisSettings(needs.environment);
  const key = access.tracker_project_key.trim() || TRACKER_PROJECT_KEY;
  if (key === '') {
    const message =
      'No project of the tracker: send tracker_project_key, or set TRACKER_PROJECT_KEY on the server';
    throw new Failure('invalid', 'no_tracker_project', message);
  }
  // A wrong key is reported before a job that does not exist.
  projectKey(key);
  const securityLevel = access.tracker_security_level.trim();
  return trackerPlace(openTracker(needs, login), { url: login.url, key, securityLevel });
}
