import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import { maxUrlLength, urlTooLong } from '#core/text/url.ts';

const text = z.string().check(z.minLength(1), z.maxLength(4_096));
const url = z.string().check(z.minLength(1), z.maxLength(maxUrlLength, urlTooLong));

/** The body of POST /api/generate. */
export const generateBody = z
  .strictObject({
    repo_url: z.nullish(url),
    repo_path: z.nullish(text),
    /** The project's; absent: the repository's. */
    name: z.nullish(text),
    /** False: refused where the name is another repository's, whose site would be replaced. */
    replace: z.optional(z.boolean()),
    branch: z.nullish(text),
    /** False: refused where that branch has no site yet. */
    create: z.optional(z.boolean()),
    ai_provider: z.nullish(z.string()),
    ai_model: z.nullish(z.string()),
    /** In minutes. */
    ai_cli_timeout: z.nullish(z.int().check(z.positive())),
    /** In US dollars, for this generation. */
    max_cost: z.nullish(z.number().check(z.positive())),
    force: z._default(z.boolean(), false),
    /** While the project is being generated: it is generated once more after that. */
    queue: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ repo_url, repo_path }) =>
        (typeof repo_url === 'string') !== (typeof repo_path === 'string'),
      'Exactly one of repo_url and repo_path must be given',
    ),
  );

export type GenerateRequest = z.output<typeof generateBody>;

const nullableText = z.nullable(z.string());

/** What the home of a site shows of the project itself, read from the tree without a model. */
export const projectFace = z.object({
  /** One line for a shell, such as `npm install ky`. Null: no public package is known. */
  install: nullableText,
  /** From the manifest, without `v`. */
  version: nullableText,
  /** The first code of the README that shows how the project is used. */
  sample: z.nullable(
    z.object({ language: z.string(), code: z.string(), path: z.string(), line: z.int() }),
  ),
  /** A picture of the repository that link previews can show. */
  logo: z._default(nullableText, null),
  /** Its file for the site itself. */
  picture: z._default(nullableText, null),
});
export type ProjectFace = z.output<typeof projectFace>;

/** What a generation found out, for people. */
export const generationReport = z.object({
  pages: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      result: z.enum(['written', 'reused', 'failed', 'not written']),
      /** Why it was reused or written, or how it failed. */
      reason: nullableText,
      removed_citations: z.int(),
    }),
  ),
  citations: z.int(),
  removed_citations: z.int(),
  dead_links: z.array(z.object({ page: z.string(), target: z.string() })),
  diagrams: z.object({
    drawn: z.int(),
    failed: z.array(z.object({ page: z.string(), reason: z.string() })),
  }),
  /** How many names of the pages were looked up at the commit. Null: the files were gone. */
  names: z.nullable(
    z.object({
      checked: z.int(),
      found: z.int(),
      /** The first 100. */
      missing: z.array(z.object({ page: z.string(), name: z.string(), kind: z.string() })),
    }),
  ),
});
export type GenerationReport = z.output<typeof generationReport>;

const range = z.object({ from: z.number(), to: z.number() });
const rangeOrNull = z.nullable(range);

/** What a generation will take, before it starts. */
export const estimateSchema = z.object({
  project: z.string(),
  /** The name belongs to another repository, whose site would be replaced. */
  warning: z.optional(z.string()),
  /** Who would write. */
  writer: z.string(),
  pages: range,
  /** Questions to the model. */
  calls: range,
  /** Null: it cannot be known. */
  input_tokens: rangeOrNull,
  output_tokens: rangeOrNull,
  cost_usd: rangeOrNull,
  /** Where the generation stops, in US dollars. Null: there is no limit. */
  max_cost: z.nullable(z.number()),
  /** Where the numbers of pages and calls come from … */
  pages_by: z.enum(['commit', 'plan', 'files', 'rule']),
  /** … and what a call takes: what earlier calls took here, or a rule of thumb. */
  usage_by: z.enum(['offline', 'measured', 'rule']),
});
export type Estimate = z.output<typeof estimateSchema>;

const namePattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/;

export function isProjectName(name: string): boolean {
  return namePattern.test(name) && !name.includes('..');
}

const variantPattern = /^[a-zA-Z0-9._~-]{1,80}$/;

/** A project's name, or that of a variant. */
export function isSiteName(name: string): boolean {
  const [project = '', variant, ...more] = name.split('@');
  if (variant === undefined) return isProjectName(project);
  return (
    isProjectName(project) &&
    more.length === 0 &&
    variantPattern.test(variant) &&
    !variant.includes('..')
  );
}

export function assertSiteName(name: string): void {
  if (!isSiteName(name)) assertProjectName(name);
}

/** Before the name goes near a file or a query. */
export function assertProjectName(name: string): void {
  if (isProjectName(name)) return;
  const shown = name.slice(0, 120);
  throw new Failure('invalid', 'bad_project_name', `Invalid project name: '${shown}'`);
}
