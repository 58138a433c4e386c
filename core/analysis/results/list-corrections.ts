import { allRows } from '#core/platform/all-rows.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { CorrectionRow } from '../base/schema/views.ts';
import { signatureOverrides } from '../base/tables/tables.ts';

/** The classes that later analyses take over, the newest first. */
export async function listCorrections({
  records,
}: Pick<Platform, 'records'>): Promise<CorrectionRow[]> {
  const corrections: CorrectionRow[] = [];
  for await (const rows of allRows({ records }, signatureOverrides, {})) {
    for (const {
      signature,
      classification,
      detail,
      username,
      reason,
      job_id,
      updated_at,
    } of rows) {
      const { affected_tests: tests } = detail;
      corrections.push({ signature, classification, tests, username, reason, job_id, updated_at });
    }
  }
  return corrections.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
}
