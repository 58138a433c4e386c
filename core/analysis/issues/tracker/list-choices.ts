import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type {
  projectList,
  projectsBody,
  securityLevelList,
  securityLevelsBody,
} from './choice-schema.ts';
import { openTracker } from './jira.ts';
import { assertTrackerIssues, trackerAccess } from './tracker-access.ts';

type Needs = Pick<Platform, 'environment' | 'records' | 'clock' | 'secrets' | 'fetch'>;

/** Projects that an issue can be made in. */
export async function listProjects(
  needs: Needs,
  caller: Caller,
  body: z.output<typeof projectsBody>,
): Promise<z.output<typeof projectList>> {
  assertTrackerIssues(needs.environment);
  const tracker = openTracker(needs, await trackerAccess(needs, caller, body));
  return [...(await tracker.projects())];
}

/** Who may see an issue: the choices of a project. */
export async function listSecurityLevels(
  needs: Needs,
  caller: Caller,
  { project_key, ...login }: z.output<typeof securityLevelsBody>,
): Promise<z.output<typeof securityLevelList>> {
  assertTrackerIssues(needs.environment);
  const tracker = openTracker(needs, await trackerAccess(needs, caller, login));
  return [...(await tracker.securityLevels(project_key.trim()))];
}
