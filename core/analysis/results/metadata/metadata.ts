import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';

const maxRows = 100;
const maxLabels = 20;
const wrongText = 'must be text: put numbers in quotes';

const value = z
  .string(wrongText)
  .check(z.trim(), z.maxLength(maxRows, `must have at most ${maxRows} characters`));
const label = value.check(z.minLength(1, 'must not be blank'));
const labels = z
  .array(label, 'must be a list of texts')
  .check(z.maxLength(maxLabels, `must be at most ${maxLabels}`));

/** What is known of a job beside its analyses. */
export interface Metadata {
  readonly team: string | null;
  readonly tier: string | null;
  readonly version: string | null;
  readonly labels: readonly string[];
}

export const noMetadata: Metadata = { team: null, tier: null, version: null, labels: [] };

/** An answer of the interface. */
export const jobMetadata = z.object({
  job_name: z.string(),
  team: z.nullable(z.string()),
  tier: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Sorted. */
  labels: z.array(z.string()),
});
export type JobMetadata = z.output<typeof jobMetadata>;

/** PUT /api/jobs/{name}/metadata. Absent, null or empty: not set. */
export const metadataBody = z.strictObject({
  team: z._default(z.nullable(value), null),
  tier: z._default(z.nullable(value), null),
  version: z._default(z.nullable(value), null),
  labels: z._default(labels, []),
});

export const rule = z.strictObject(
  {
    /** A regular expression when it contains `(?<`, else a glob over the whole job name. */
    pattern: z
      .string({ error: ({ input }) => (input === undefined ? 'is missing' : wrongText) })
      .check(z.minLength(1, 'must not be empty'), z.maxLength(500, 'is longer than 500')),
    team: z.optional(value),
    tier: z.optional(value),
    version: z.optional(value),
    labels: z.optional(labels),
  },
  'must have a pattern',
);
export type Rule = z.output<typeof rule>;

export const ruleList = z
  .array(rule, 'must be a list of rules')
  .check(z.maxLength(200, 'must be at most 200 rules'));

/** The first value of each scalar, and all labels. */
export function merged(all: readonly Metadata[]): Metadata {
  const first = (name: 'team' | 'tier' | 'version') =>
    all.find((each) => each[name] !== null)?.[name] ?? null;
  const labels = new Set(all.flatMap((each) => each.labels));
  return {
    team: first('team'),
    tier: first('tier'),
    version: first('version'),
    labels: [...labels].sort(),
  };
}

export function isEmpty({ team, tier, version, labels }: Metadata): boolean {
  return team === null && tier === null && version === null && labels.length === 0;
}

/** A filter for a list of jobs; absent: any. */
export interface MetadataFilter {
  readonly team?: string | undefined;
  readonly tier?: string | undefined;
  readonly version?: string | undefined;
  readonly label?: string | undefined;
}

export function isWanted(
  { team, tier, version, labels }: Metadata,
  filter: MetadataFilter,
): boolean {
  const holds = (value: string | null, text: string | undefined) => !text || value === text;
  return (
    holds(team, filter.team) &&
    holds(tier, filter.tier) &&
    holds(version, filter.version) &&
    (!filter.label || labels.includes(filter.label))
  );
}

export const maxNames = 500;

export const previewBody = z.strictObject({
  /** Absent: those in force. */
  metadata_rules: z.optional(ruleList),
  /** Absent: those of the newest 500 analyses. */
  job_names: z.optional(
    z
      .array(z.string().check(z.maxLength(500, 'must have at most 500 characters')))
      .check(z.maxLength(maxNames, `must be at most ${maxNames} names`)),
  ),
});

const previewRow = z.object({
  ...jobMetadata.shape,
  /** Positions of the rules that match, from 1; empty: none does. */
  matched_rules: z.array(z.int()),
});
export type PreviewRow = z.output<typeof previewRow>;

export const preview = z.object({ jobs: z.array(previewRow) });

/** The message says what is wrong with which rule. */
export function badRules(message: string): Failure {
  return new Failure('unprocessable', 'bad_rules', message);
}
