import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { memoryKey } from '../base/schema/stored-result.ts';
import { failureHistory, signatureOverrides } from '../base/tables/tables.ts';
import { failuresOf } from '../jobs/record-history.ts';
import { readStoredResult } from '../jobs/read-stored-result.ts';

type Override = Stored<ReturnType<typeof signatureOverrides.parse>>;

/** The class that a person gave, by the key that it is remembered by, or by the signature of a failure:
 * its newest analysis knows the key. */
export async function findOverride(
  needs: Pick<Platform, 'records' | 'blobs'>,
  signature: string,
): Promise<Override | undefined> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const own = await needs.records.get(signatureOverrides, { signature });
  if (own) return own;
  const { rows } = await needs.records.list(failureHistory, {
    index: 'by_signature',
    where: { error_signature: signature },
    order: 'descending',
    limit: 1,
  });
  const [newest] = rows;
  if (!newest) return undefined;
  const failures = [...failuresOf(await readStoredResult(needs, newest.job_id))];
  const failure = failures[newest.position]?.failure;
  return failure && needs.records.get(signatureOverrides, { signature: memoryKey(failure) });
}
