import type { Platform } from '#core/platform/ports/platform.ts';
import { readAllMetadata } from '#core/analysis/results/metadata/read-metadata.ts';
import { readRules } from '#core/analysis/results/metadata/read-rules.ts';
import type { MetadataView } from './metadata-page.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'readFile' | 'log'>;

const mostShown = 500;

/** The rules in force, and what is known of the jobs. */
export async function readMetadataPage(
  needs: Needs,
): Promise<Pick<MetadataView, 'rules' | 'jobs'>> {
  const [{ match, ...rules }, all] = await Promise.all([readRules(needs), readAllMetadata(needs)]);
  const jobs = [...all].slice(0, mostShown).map(([job_name, metadata]) => ({
    ...{ job_name, ...metadata, labels: [...metadata.labels] },
    matched_rules: [...match(job_name).rules],
  }));
  return { rules, jobs };
}
