import type { Platform } from '#core/platform/ports/platform.ts';
import type { SignatureSearch } from '#core/analysis/base/schema/views.ts';
import { failureHistory, signatureOverrides } from '#core/analysis/base/tables/tables.ts';

const mostRead = 2_000;
const longestSignature = 100;

/** The tests that failed with an error, among its newest 2,000 failures: the newest first. */
export async function searchSignature(
  { records }: Pick<Platform, 'records'>,
  signature: string,
): Promise<SignatureSearch> {
  const where = { error_signature: signature };
  const [{ rows, total = 0 }, override] = await Promise.all([
    records.list(failureHistory, {
      ...{ index: 'by_signature', where, order: 'descending', limit: mostRead, total: true },
    }),
    signature.length <= longestSignature
      ? records.get(signatureOverrides, { signature })
      : undefined,
  ]);
  const tests = new Map<string, SignatureSearch['tests'][number]>();
  for (const { test_name, analyzed_at, job_id, classification } of rows) {
    const newer = tests.get(test_name);
    const newest = { last_seen: analyzed_at, last_job_id: job_id, classification };
    const occurrences = (newer?.occurrences ?? 0) + 1;
    tests.set(test_name, { ...(newer ?? { test_name, ...newest }), occurrences });
  }
  return {
    signature,
    total,
    override: override?.classification ?? null,
    tests: [...tests.values()],
  };
}
