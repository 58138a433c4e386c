import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { compileRules } from './match-rules.ts';
import { jobMetadata, ruleList } from './metadata.ts';
import { readAllMetadata } from './read-metadata.ts';
import { readRules } from './read-rules.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>;

const mostNames = 500;
/** Many costly rules and names would take minutes. */
const patienceMilliseconds = 2_000;

export const previewBody = z.strictObject({
  /** Absent: those in force. */
  metadata_rules: z.optional(ruleList),
  /** Absent: those of the newest 500 analyses. */
  job_names: z.optional(
    z
      .array(z.string().check(z.maxLength(500, 'must have at most 500 characters')))
      .check(z.maxLength(mostNames, `must be at most ${mostNames} names`)),
  ),
});

const previewRow = z.object({
  ...jobMetadata.shape,
  /** Positions of the rules that match, from 1; empty: none does. */
  matched_rules: z.array(z.int()),
});
export type PreviewRow = z.output<typeof previewRow>;

export const preview = z.object({ jobs: z.array(previewRow) });

/** What rules say of jobs, without what is set for single ones. */
export async function previewRules(
  needs: Needs,
  { metadata_rules, job_names }: z.output<typeof previewBody>,
): Promise<PreviewRow[]> {
  const end = performance.now() + patienceMilliseconds;
  const match = metadata_rules
    ? await compileRules(metadata_rules)
    : (await readRules(needs)).match;
  const known = job_names ?? [...(await readAllMetadata(needs)).keys()].slice(0, mostNames);
  return [...new Set(known)].map((job_name) => {
    const { metadata, rules } = match(job_name, end);
    return { job_name, ...metadata, labels: [...metadata.labels], matched_rules: [...rules] };
  });
}
