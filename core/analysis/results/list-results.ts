import type { Platform } from '#core/platform/ports/platform.ts';
import type { ResultRow } from '#core/analysis/base/schema/views.ts';
import { jobs } from '#core/analysis/base/tables/tables.ts';
import { whileUnchanged } from '#core/analysis/base/while-unchanged.ts';

/** The newest first. */
export function listResults(
  { records }: Pick<Platform, 'records'>,
  limit: number,
): Promise<readonly ResultRow[]> {
  return whileUnchanged(records, `results ${limit}`, async () => {
    const query = { index: 'by_age', order: 'descending', limit } as const;
    const { rows } = await records.list(jobs, query);
    return rows.map(({ id, ci_url, status, created_at }) => {
      return { job_id: id, ci_url, status, created_at };
    });
  });
}
