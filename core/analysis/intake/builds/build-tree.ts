import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { buildsFile, buildConsole } from '../../base/job-files.ts';
import type { JobGroup } from '../../base/tables/job-tables.ts';

type Needs = Pick<Platform, 'blobs'>;

/** The build that an analysis was asked for, or a build that it has started and that failed. */
const node = z.object({
  job_name: z.string(),
  build_number: z.int(),
  /** The index of the build that started it; null: the build that was asked for. */
  parent: z.nullable(z.int()),
  /** 0: the build that was asked for. */
  depth: z.int(),
  isRead: z.boolean(),
  /** Its page; null: unknown. */
  url: z.nullable(z.string()),
  failures: z.int(),
  /** There is no failed test, and no failed child below it that could be read: the console output is
   * explained. */
  isConsoleOnly: z.boolean(),
  /** What could not be read, or was left out. */
  note: z.nullable(z.string()),
});
export type BuildNode = z.output<typeof node>;

const tree = z.array(node);

/** Undefined: nothing has been read. */
export async function readTree({ blobs }: Needs, job: string): Promise<BuildNode[] | undefined> {
  const file = await blobs.get(buildsFile(job));
  return file && tree.parse(JSON.parse(await text(file.body)));
}

export async function storeTree(
  { blobs }: Needs,
  job: string,
  nodes: readonly BuildNode[],
): Promise<void> {
  await blobs.put(buildsFile(job), JSON.stringify(nodes));
}

/** How a group's row and the history name a build: the one that was asked for has no name there. */
export function scopeOf({ parent, job_name, build_number }: BuildNode) {
  return parent === null
    ? { child_job_name: '', child_build_number: 0 }
    : { child_job_name: job_name, child_build_number: build_number };
}

/** What is of interest in the console output of a group's build. Empty: there is none, or the
 * analysis is a direct one. */
export async function readConsole(
  { blobs }: Pick<Platform, 'blobs'>,
  { job, build }: Pick<JobGroup, 'job' | 'build'>,
): Promise<string> {
  const file = build === null ? undefined : await blobs.get(buildConsole(job, build));
  return file ? text(file.body) : '';
}
