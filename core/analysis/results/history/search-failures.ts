import type * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { FailureSearch } from '#core/analysis/base/schema/views.ts';
import { failureHistory } from '#core/analysis/base/tables/tables.ts';
import type { failureQuery } from '../queries.ts';

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
