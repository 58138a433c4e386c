import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import { buildConsole } from '#core/analysis/base/job-files.ts';
import type { JobGroup } from '#core/analysis/base/tables/tables.ts';

/** What is of interest in the console output of a group's build. Empty: there is none, or the
 * analysis is a direct one. */
export async function readConsole(
  { blobs }: Pick<Platform, 'blobs'>,
  { job, build }: Pick<JobGroup, 'job' | 'build'>,
): Promise<string> {
  const file = build === null ? undefined : await blobs.get(buildConsole(job, build));
  return file ? text(file.body) : '';
}
