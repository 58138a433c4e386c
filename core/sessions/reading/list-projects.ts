import type { Platform } from '#core/platform/ports/platform.ts';
import type { Project } from '../schema.ts';
import { listSessions } from '../summaries/list-sessions.ts';
import { newestFirst } from '../search/search-sessions.ts';

type Needs = Pick<Platform, 'transcripts' | 'log' | 'clock'>;

/** The folders in which sessions were started, the latest first. */
export async function listProjects(needs: Needs): Promise<Project[]> {
  const projects = new Map<string, Project>();
  for (const { session } of newestFirst(await listSessions(needs))) {
    const { project_path, project_name, message_count, updated_at } = session;
    const known = projects.get(project_path);
    projects.set(project_path, {
      ...{ project_path, project_name },
      session_count: (known?.session_count ?? 0) + 1,
      message_count: (known?.message_count ?? 0) + message_count,
      updated_at: known?.updated_at ?? updated_at,
    });
  }
  return [...projects.values()];
}
