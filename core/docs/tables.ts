import * as z from 'zod/mini';
import { table } from '../platform/table.ts';

const text = z.nullable(z.string());

const status = z.enum(['generating', 'ready', 'error']);
const stage = z.enum(['cloning', 'planning', 'generating_pages', 'rendering', 'up_to_date']);
export type Status = z.output<typeof status>;
export type Stage = z.output<typeof stage>;

const project = z.object({
  owner: z.string(),
  name: z.string(),
  repo_url: z.string(),
  status: z._default(status, 'generating'),
  last_commit_sha: text,
  last_generated: text,
  page_count: z._default(z.int(), 0),
  error_message: text,
  plan_json: text,
  created_at: z.string(),
  updated_at: z.string(),
  ai_provider: text,
  ai_model: text,
  /** Null: the repository's default branch. */
  branch: text,
  current_stage: z.nullable(stage),
  error_pages: z._default(z.int(), 0),
  /** The generation that wrote the status last. */
  generation: text,
});
export type Project = z.output<typeof project>;

/** One row per owner and name. */
export const projects = table({
  name: 'projects',
  version: 1,
  columns: project,
  key: ['owner', 'name'],
  indexes: {
    by_change: { equal: [], order: 'updated_at' },
    by_owner: { equal: ['owner'], order: 'updated_at' },
    by_name: { equal: ['name'], order: 'updated_at' },
  },
});

const generation = z.object({
  /** `gen_…` */
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  status,
  commit_sha: text,
  error_message: text,
  ai_provider: z.string(),
  ai_model: z.string(),
  force: z.boolean(),
  started_at: z.string(),
  ended_at: text,
  pages: z._default(z.int(), 0),
  reused_pages: z._default(z.int(), 0),
  error_pages: z._default(z.int(), 0),
  input_tokens: z.nullable(z.int()),
  output_tokens: z.nullable(z.int()),
  cost_usd: z.nullable(z.number()),
  /** What the job found out: which pages were reused and why, dead links, citations removed. */
  report: z.nullable(z.unknown()),
});
export type Generation = z.output<typeof generation>;

/** The history: what was generated when, from what and with which result. */
export const generations = table({
  name: 'generations',
  version: 1,
  columns: generation,
  key: ['id'],
  indexes: { by_project: { equal: ['owner', 'name'], order: 'started_at' } },
});
