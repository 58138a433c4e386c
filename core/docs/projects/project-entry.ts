import * as z from 'zod/mini';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Project } from '#core/docs/tables.ts';

const text = z.nullable(z.string());

/** A project in lists. */
export const projectEntry = z.object({
  name: z.string(),
  owner: z.string(),
  repo_url: z.string(),
  status: z.string(),
  last_commit_sha: text,
  last_generated: text,
  page_count: z.int(),
  current_stage: text,
  error_message: text,
});

export function entryOf(project: Omit<Project, 'plan_json'>): z.output<typeof projectEntry> {
  return {
    name: project.name,
    owner: project.owner,
    repo_url: project.repo_url,
    status: project.status,
    last_commit_sha: project.last_commit_sha,
    last_generated: project.last_generated,
    page_count: project.page_count,
    current_stage: project.current_stage,
    error_message: project.error_message,
  };
}

/** The whole record without our own columns, and the plan as an object beside its text. */
export function recordOf({ version: _version, queued: _queued, ...project }: Stored<Project>) {
  const { plan_json } = project;
  const plan: unknown = plan_json === null ? null : JSON.parse(plan_json);
  return { ...project, plan };
}
