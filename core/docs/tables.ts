import * as z from 'zod/mini';
import { uncommitted } from '#core/ai/task.ts';
import { itemColumns, runColumns } from '#core/runs/run-type.ts';
import { table } from '#core/platform/table.ts';
import { generateBody, generationReport, projectFace } from './schema.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.int());

const status = z.enum(['generating', 'ready', 'error']);
const stage = z.enum(['cloning', 'planning', 'generating_pages', 'rendering', 'up_to_date']);
export type Stage = z.output<typeof stage>;

const project = z.object({
  owner: z.string(),
  name: z.string(),
  repo_url: z.string(),
  /** `generating` is the in-progress mark as well: the row moves from one to the other at once. */
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
  /** The generation that wrote the status last, and the only one that may. */
  generation: text,
  /** The site that is served: a later generation that fails leaves it. Null: there is none, or it is
   * older than the column. */
  site: z.nullable(
    z.object({
      commit_sha: z.string(),
      generated_at: z.string(),
      page_count: z.int(),
      error_pages: z.int(),
    }),
  ),
  /** A request with `queue` that came while it was being generated. Null: there was none, or a later
   * generation has begun. */
  queued: z.nullable(
    z.object({
      request: generateBody,
      caller: z.object({
        username: z.string(),
        role: z.string(),
        isAdmin: z.boolean(),
        userId: z.optional(z.int()),
      }),
    }),
  ),
});
export type Project = z.output<typeof project>;
/** A project in lists. */
export type Listed = Pick<Project, (typeof listedColumns)[number]>;

/** What lists of projects show: the plan is as large as the rest a hundred times. */
export const listedColumns = [
  ...(['owner', 'name', 'repo_url', 'branch', 'status', 'current_stage', 'generation'] as const),
  ...(['last_commit_sha', 'last_generated', 'page_count', 'error_pages', 'error_message'] as const),
  ...(['created_at', 'updated_at', 'ai_provider', 'ai_model'] as const),
] as const;
const carries = [...listedColumns];

/** One row per owner and name. */
export const projects = table({
  name: 'projects',
  version: 3,
  columns: project,
  key: ['owner', 'name'],
  indexes: {
    by_change: { equal: [], order: 'updated_at', carries },
    by_owner: { equal: ['owner'], order: 'updated_at', carries },
    by_name: { equal: ['name'], order: 'updated_at' },
  },
});

const generation = z.object({
  /** The id begins with `gen_`. */
  ...runColumns,
  owner: z.string(),
  name: z.string(),
  /** The owner's row; null: the holder of ADMIN_KEY. A later user of the name has another. */
  user_id: count,
  status,
  /** The commit of the tree that is read; null until there is one. */
  commit_sha: text,
  error_message: text,
  ai_provider: z.string(),
  ai_model: z.string(),
  force: z.boolean(),
  started_at: z.string(),
  ended_at: text,
  /** Who plans and writes: `offline`, or a replaced program and its model; null: the provider's own
   * program. */
  writer: text,
  /** Finished ones. */
  pages: z._default(z.int(), 0),
  planned_pages: z._default(z.int(), 0),
  reused_pages: z._default(z.int(), 0),
  error_pages: z._default(z.int(), 0),
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.nullable(z.number()),
  /** In US dollars: reached, no further page is asked for. */
  max_cost: z.nullable(z.number()),
  report: z.nullable(generationReport),

  repo_url: text,
  repo_path: text,
  branch: text,
  /** Whether the caller's role lets the clone use GIT_TOKENS. */
  may_use_tokens: z._default(z.boolean(), false),
  timeout_minutes: z.int(),
  /** What the project's record held before the request wrote `generating` over it. */
  before: z.nullable(
    z.object({
      status,
      commit_sha: text,
      page_count: z.int(),
      error_pages: z.int(),
      ai_provider: z.optional(text),
      ai_model: z.optional(text),
      /** The project was another repository's. */
      is_other: z.optional(z.boolean()),
    }),
  ),
  stage: z.nullable(stage),
  plan_json: text,
  /** The repository's files as the prompts show them. */
  outline: text,
  /** Null: the generation is older than the column, or has not read the tree yet. */
  face: z.nullable(projectFace),
  /** The repository's version tags, newest first. */
  tags: z._default(z.array(z.object({ name: z.string(), commit: text })), []),
  /** For the offline writer. Null: a clone, another writer, or a folder without changes. */
  uncommitted: z.nullable(uncommitted),
  /** What the plan alone took. */
  plan_usage: z.nullable(
    z.object({ input_tokens: count, output_tokens: count, cost_usd: z.nullable(z.number()) }),
  ),
});
export type Generation = z.output<typeof generation>;

/** The history: what was generated when, from what and with which result. */
export const generations = table({
  name: 'generations',
  version: 5,
  columns: generation,
  key: ['id'],
  indexes: {
    by_project: { equal: ['owner', 'name'], order: 'started_at' },
    by_lease: { equal: ['status'], order: 'lease_until' },
  },
});

const citation = z.object({ path: z.string(), line: z.nullable(z.int()) });
const usedFile = z.object({ path: z.string(), hash: z.string() });

const generationPage = z.object({
  generation: z.string(),
  /** The position is that in the navigation. */
  ...itemColumns,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** As it is published; null until it is done, and of a page that failed. */
  markdown: text,
  /** Why the page failed. */
  error: text,
  reused: z._default(z.boolean(), false),
  /** Why it was reused, or written anew. */
  reason: text,
  files: z.nullable(z.array(usedFile)),
  citations: z._default(z.array(citation), []),
  removed_citations: z._default(z.int(), 0),
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.nullable(z.number()),
});
export type GenerationPage = z.output<typeof generationPage>;

/** The pages of a running generation: who writes which, and what came out. */
export const generationPages = table({
  name: 'generation_pages',
  version: 2,
  columns: generationPage,
  key: ['generation', 'position'],
  indexes: { by_state: { equal: ['generation', 'state'], order: 'position' } },
});

const cachedPage = z.object({
  owner: z.string(),
  name: z.string(),
  slug: z.string(),
  commit_sha: z.string(),
  /** Hash of the page's plan entry. */
  entry_hash: z.string(),
  /** Hash of the markdown in the cache; another file there does not count. */
  markdown_hash: z.string(),
  /** The files the page was written from, all of which were in the tree; null: not known. */
  files: z.nullable(z.array(usedFile)),
});

/** What the markdown in a project's page cache stands for. */
export const cachedPages = table({
  name: 'cached_pages',
  version: 1,
  columns: cachedPage,
  key: ['owner', 'name', 'slug'],
});

/** Projects that are being removed: written before the first step, taken away after the last, so
 * that a sweep finishes what a crash has left. */
export const removals = table({
  name: 'removals',
  version: 1,
  columns: z.object({ owner: z.string(), name: z.string(), begun_at: z.string() }),
  key: ['owner', 'name'],
  indexes: { by_age: { equal: [], order: 'begun_at' } },
});

/** The newest generation of a project, of all its variants: of requests that race, one writes it. */
export const projectStarts = table({
  name: 'project_starts',
  version: 1,
  columns: z.object({
    owner: z.string(),
    name: z.string(),
    generation: z.string(),
    expires_at: z.string(),
  }),
  key: ['owner', 'name'],
  expires: 'expires_at',
});

export type ProjectStart = ReturnType<typeof projectStarts.parse>;

/** What readers say of pages, as counts. */
export const pageAnswers = table({
  name: 'page_answers',
  version: 1,
  columns: z.object({
    owner: z.string(),
    name: z.string(),
    slug: z.string(),
    yes: z.int(),
    no: z.int(),
  }),
  key: ['owner', 'name', 'slug'],
});

export const docsTables = [
  projects,
  generations,
  generationPages,
  cachedPages,
  removals,
  projectStarts,
  pageAnswers,
];
