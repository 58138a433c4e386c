import * as z from 'zod/mini';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';
import { loadJob, type Load } from '#core/host/queues/load-job.ts';
import type { QueueFunction } from '#core/jobs/job.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { settings } from '#core/platform/settings.ts';

const readSettings = settings({
  LANTERN_JOB: z.string('must name a job of the manifest, as <service>/<queue>'),
});

export interface Source {
  readonly manifest?: Readonly<Record<string, Pick<Service, 'jobs'>>>;
  readonly load?: Load;
}

/** The handler of the job in LANTERN_JOB. Failure('configuration') when no such job exists. */
export async function chosenJob(
  environment: Environment,
  { manifest = services, load }: Source = {},
): Promise<QueueFunction> {
  const { LANTERN_JOB } = readSettings(environment);
  const jobs = Object.entries(manifest).flatMap(([service, { jobs }]) =>
    jobs.map((job) => ({ name: `${service}/${job.queue}`, job })),
  );
  const job = jobs.find(({ name }) => name === LANTERN_JOB);
  if (!job) {
    const names = jobs.map(({ name }) => name).join(', ') || 'none';
    const text = `LANTERN_JOB names no job of the manifest: there are ${names}`;
    throw new Failure('configuration', 'unknown_job', text);
  }
  const { handler } = await loadJob(job.job, load);
  return handler;
}
