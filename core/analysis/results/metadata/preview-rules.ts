import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { compileRules } from './match-rules.ts';
import { maxNames, type previewBody, type PreviewRow } from './metadata.ts';
import { readAllMetadata } from './read-metadata.ts';
import { readRules } from './read-rules.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>;

/** Many costly rules and names would take minutes. */
const timeoutMilliseconds = 2_000;

/** What rules say of jobs, without what is set for single ones. */
export async function previewRules(
  needs: Needs,
  { metadata_rules, job_names }: z.output<typeof previewBody>,
): Promise<PreviewRow[]> {
  const end = performance.now() + timeoutMilliseconds;
  const match = metadata_rules
    ? await compileRules(metadata_rules)
    : (await readRules(needs)).match;
  const names = job_names ?? [...(await readAllMetadata(needs)).keys()].slice(0, maxNames);
  return [...new Set(names)].map((job_name) => {
    const { metadata, rules } = match(job_name, end);
    return { job_name, ...metadata, labels: [...metadata.labels], matched_rules: [...rules] };
  });
}
