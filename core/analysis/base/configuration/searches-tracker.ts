import type { Effective } from './effective.ts';

/** Whether an analysis looks for duplicates of product bugs: as the request or ENABLE_TRACKER says,
 * else if the tracker is configured. */
export function searchesTracker({ params, secrets }: Effective): boolean {
  const { enable_tracker, tracker_url, tracker_project_key } = params;
  const token = secrets.tracker_api_token ?? secrets.tracker_pat;
  return enable_tracker ?? [tracker_url, tracker_project_key, token].every(Boolean);
}
