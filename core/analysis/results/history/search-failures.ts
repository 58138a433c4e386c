import * as z from 'zod/mini';
import { classifications } from '#core/analysis/base/schema/detail.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { FailureSearch } from '#core/analysis/base/schema/views.ts';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';

export const failureQuery = {
  /** Part of a test's name or of an error message. */
  search: z.optional(z.string().check(z.maxLength(200))),
  job_name: z.optional(z.string()),
  classification: z.optional(z.enum(['', ...classifications])),
};

type Wanted = z.output<z.ZodMiniObject<typeof failureQuery>> & {
  readonly limit: number;
  readonly offset: number;
};

/** The newest first. Empty texts search for nothing. */
export async function searchFailures(
  { records }: Pick<Platform, 'records'>,
  { search = '', job_name = '', classification = '', limit, offset }: Wanted,
): Promise<FailureSearch> {
  const { rows, total = 0 } = await records.list(failureHistory, {
    ...(job_name === '' ? { index: 'by_age' } : { index: 'by_job_name', where: { job_name } }),
    ...(classification !== '' && { filter: { classification } }),
    ...(search !== '' && { contains: { columns: ['test_name', 'error_message'], text: search } }),
    ...{ order: 'descending', limit, offset, total: true },
  });
  const failures = rows.map(({ position, version: _version, ...row }) => {
    return { id: `${row.job_id}/${position}`, ...row };
  });
  return { failures, total };
}
