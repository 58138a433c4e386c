import type { Platform } from '#core/platform/ports/platform.ts';
import { resultFile } from '../job-files.ts';
import { noResult, unpackResult, type StoredResult } from '../schema/stored-result.ts';

/** Of a job without a result file: no failures. */
export async function readStoredResult(
  { blobs }: Pick<Platform, 'blobs'>,
  job: string,
): Promise<StoredResult> {
  const file = await blobs.get(resultFile(job));
  if (!file) return noResult;
  const parts: Uint8Array[] = [];
  for await (const part of file.body) parts.push(part);
  return unpackResult(Buffer.concat(parts).toString('utf8'));
}
