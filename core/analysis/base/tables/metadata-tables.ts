import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { table } from '#core/platform/table.ts';

const text = z.nullable(z.string());

/** What people set for a job: it wins over the rules. */
export const jobLabels = table({
  name: 'analysis_job_metadata',
  version: 1,
  columns: z.object({
    job_name: z.string(),
    team: text,
    tier: text,
    /** `version` is the stored row's own column. */
    job_version: text,
    labels: z.array(z.string()),
    username: z.string(),
    updated_at: z.string(),
  }),
  key: ['job_name'],
});

/** Undefined: nothing can be set for the job, whose name is too long for a key. */
export async function unlessTooLong<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isFailure(error, 'invalid', 'key_too_long')) return undefined;
    throw error;
  }
}

/** The rules that an administrator saved: they replace those of METADATA_RULES_FILE. */
export const savedRules = table({
  name: 'analysis_metadata_rules',
  version: 1,
  columns: z.object({
    /** `rules`: there is one row. */
    id: z.string(),
    /** As written, with comments. */
    text: z.string(),
    username: z.string(),
    updated_at: z.string(),
  }),
  key: ['id'],
});

export const metadataTables = [jobLabels, savedRules];
