import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { AnalysisDetail } from '../base/schema/detail.ts';
import { fixFiles } from '../base/job-files.ts';
import type { JobGroup } from '../base/tables/job-tables.ts';

type Needs = Pick<Platform, 'blobs'>;

/** Stores git's hashes of the files that analyses of a job want to change: the groups' rows are
 * removed when the job ends. */
export async function storeFixFiles(
  { blobs }: Needs,
  job: string,
  groups: readonly Pick<JobGroup, 'fix_file'>[],
): Promise<void> {
  const files = groups.flatMap(({ fix_file: file }) => (file ? [[file.path, file.hash]] : []));
  if (files.length > 0) await blobs.put(fixFiles(job), JSON.stringify(files));
}

/** The file of one analysis of a job; null: it names none. */
export async function readFixFile(
  { blobs }: Needs,
  job: string,
  { code_fix: fix }: AnalysisDetail,
): Promise<JobGroup['fix_file']> {
  const stored = fix ? await blobs.get(fixFiles(job)) : undefined;
  if (!fix || !stored) return null;
  const hash = new Map(JSON.parse(await text(stored.body)) as [string, string][]).get(fix.file);
  return hash === undefined ? null : { path: fix.file, hash };
}
