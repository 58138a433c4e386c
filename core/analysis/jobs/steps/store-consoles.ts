import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { consolesFile } from '../../base/job-files.ts';
import type { Job, JobGroup } from '../../base/tables/job-tables.ts';
import { consoleSource, jobSecrets } from '../../explain/prompts/subject.ts';
import { readConsole } from '../../intake/builds/build-tree.ts';

type Needs = Pick<Platform, 'blobs' | 'environment' | 'secrets'>;
type Scope = Pick<JobGroup, 'child_job_name' | 'child_build_number'>;

export function consoleKey({ child_job_name, child_build_number }: Scope): string {
  return `${child_job_name}#${child_build_number}`;
}

/** Keeps what was excerpted of the console outputs that an analysis is about, or quotes: the builds'
 * own files are removed when the job ends. */
export async function storeConsoles(
  needs: Needs,
  job: Job,
  groups: readonly JobGroup[],
): Promise<void> {
  const quoting = groups.filter(
    ({ is_console_only, detail }) =>
      is_console_only || detail?.artifacts_evidence.includes(`${consoleSource}:`),
  );
  if (quoting.length === 0) return;
  const secrets = await jobSecrets(needs, job);
  const builds = new Map(quoting.map((group) => [consoleKey(group), group]));
  const texts = [...builds].map(async ([key, group]) => {
    return [key, maskSecrets(await readConsole(needs, group), secrets)] as const;
  });
  const file = JSON.stringify(Object.fromEntries(await Promise.all(texts)));
  await needs.blobs.put(consolesFile(job.id), file);
}

export async function readConsoles(
  { blobs }: Pick<Platform, 'blobs'>,
  job: string,
): Promise<Readonly<Record<string, string>>> {
  const file = await blobs.get(consolesFile(job));
  return file ? z.record(z.string(), z.string()).parse(JSON.parse(await text(file.body))) : {};
}
