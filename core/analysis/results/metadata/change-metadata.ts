import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { JobMetadata, metadataBody } from './metadata.ts';
import { jobLabels, unlessTooLong } from '../../base/tables/metadata-tables.ts';

/** Replaces what was set for the job. */
export async function setMetadata(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { username }: Pick<Caller, 'username'>,
  job_name: string,
  { team, tier, version, labels }: z.output<typeof metadataBody>,
): Promise<JobMetadata> {
  const set = {
    team: team || null,
    tier: tier || null,
    version: version || null,
    labels: [...new Set(labels)].sort(),
  };
  const { version: job_version, ...columns } = set;
  const updated_at = clock.now().toISOString();
  const row = { job_name, ...columns, job_version, username, updated_at };
  if (await unlessTooLong(records.put(jobLabels, row).then(() => true)))
    return { job_name, ...set };
  const message = 'Metadata cannot be set for a job whose name has more than 600 bytes: use a rule';
  throw new Failure('unprocessable', 'long_name', message);
}

/** The rules hold for it again. */
export async function removeMetadata(
  { records }: Pick<Platform, 'records'>,
  job_name: string,
): Promise<void> {
  if (await unlessTooLong(records.delete(jobLabels, { job_name }))) return;
  throw new Failure('missing', 'no_metadata', `No metadata is set for job '${job_name}'`);
}
