import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSettings } from '../../base/settings.ts';
import { openTracker } from '../tracker/jira.ts';
import { projectKey } from '../tracker/jql.ts';
import { assertTrackerIssues, trackerAccess } from '../tracker/tracker-access.ts';
import type { Tracker } from '../tracker/tracker.ts';
import type { IssuePlace } from './issue-place.ts';
import type { IssueAccess } from './issue-schema.ts';

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

/** Jira's limit for a description is half of it; the client cuts what is longer there. */
const maxBodyLength = 30_000;
/** Time for several calls of at most 8 s each. */
const leaseMilliseconds = 40_000;
const maxSimilar = 5;

interface Project {
  /** The address of the tracker. */
  readonly url: string;
  readonly key: string;
  readonly securityLevel: string;
}

function trackerPlace(tracker: Tracker, { url, key, securityLevel }: Project): IssuePlace {
  return {
    target: 'tracker',
    name: `${url}#${key.toUpperCase()}`,
    longestBody: maxBodyLength,
    leaseMilliseconds,
    async similar(words) {
      const issues = await tracker.search(key, words, maxSimilar);
      return issues.map(({ key, summary: title, status, url }) => ({ key, title, url, status }));
    },
    create: async ({ title, body, mark }) => ({
      ...(await tracker.create({ project: key, title, body, securityLevel, mark })),
      number: 0,
    }),
    async find(mark) {
      const issue = await tracker.findCreated(key, mark);
      return issue && { ...issue, number: 0 };
    },
  };
}
