import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { openTracker } from './open-tracker.ts';
import { assertTrackerIssues, trackerAccess, trackerLogin } from './tracker-access.ts';

type Needs = Pick<Platform, 'environment' | 'records' | 'clock' | 'secrets' | 'fetch'>;

export const projectsBody = z.strictObject(trackerLogin);
export const securityLevelsBody = z.strictObject({ ...trackerLogin, project_key: z.string() });

/** POST /api/tracker-projects */
export const projectList = z.array(z.object({ key: z.string(), name: z.string() }));
/** POST /api/tracker-security-levels */
export const securityLevelList = z.array(
  z.object({ id: z.string(), name: z.string(), description: z.string() }),
);

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
