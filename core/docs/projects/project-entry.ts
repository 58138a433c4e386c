import * as z from 'zod/mini';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Listed, Project } from '../tables.ts';
import { projectOf } from '../variant.ts';

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
  /** The name without that of the variant. */
  project: z.string(),
  /** Null: the default branch. */
  branch: text,
});

/** A site of a project in lists. */
export function entryOf(row: Listed) {
  return projectEntry.parse({ ...row, project: projectOf(row.name) });
}

/** The whole record without our own columns, the plan as an object beside its text, and the other
 * sites of the project. */
export function recordOf(
  { version: _version, queued: _queued, ...row }: Stored<Project>,
  family: readonly Listed[],
) {
  const { name, plan_json } = row;
  const plan: unknown = plan_json === null ? null : JSON.parse(plan_json);
  const variants = family.filter((site) => site.name !== name).map(entryOf);
  return { ...row, plan, project: projectOf(name), variants };
}

const count = z.nullable(z.int());

/** A generation as callers see it, without the machinery's own columns. */
export const generationEntry = z.object({
  id: z.string(),
  status: z.string(),
  commit_sha: text,
  error_message: text,
  ai_provider: z.string(),
  ai_model: z.string(),
  /** Null: the provider's own program. */
  writer: text,
  branch: text,
  force: z.boolean(),
  started_at: z.string(),
  ended_at: text,
  pages: z.int(),
  reused_pages: z.int(),
  error_pages: z.int(),
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.nullable(z.number()),
  report: z.nullable(z.unknown()),
});
export type GenerationEntry = z.output<typeof generationEntry>;
