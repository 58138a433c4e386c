import type { Platform } from '#core/platform/ports/platform.ts';
import { inputFailures, inputXml } from '#core/analysis/base/job-files.ts';
import { uploads, type Job } from '#core/analysis/base/tables/tables.ts';

/** Copies the input of a job for a new one. False: there is none. */
export async function copyInput(
  { records, blobs, clock }: Pick<Platform, 'records' | 'blobs' | 'clock'>,
  { id: from, has_xml }: Pick<Job, 'id' | 'has_xml'>,
  to: string,
): Promise<boolean> {
  const files = has_xml ? [inputFailures, inputXml] : [inputFailures];
  const infos = await Promise.all(files.map((file) => blobs.head(file(from))));
  if (infos.includes(undefined)) return false;
  await records.insert(uploads, { id: to, kind: 'input', created_at: clock.now().toISOString() });
  for (const file of files) {
    const content = await blobs.get(file(from));
    if (!content) return false;
    await blobs.put(file(to), content.body);
  }
  return true;
}
