import type { Platform } from '#core/platform/ports/platform.ts';
import { jira } from './jira.ts';
import type { Tracker, TrackerAccess } from './tracker.ts';

/** Nothing is sent before the first call. */
export function openTracker(
  needs: Pick<Platform, 'fetch' | 'clock'>,
  access: TrackerAccess,
): Tracker {
  return jira(needs, access);
}
