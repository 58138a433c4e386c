import { randomUUID } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { buildSettings } from './build-settings.ts';
import { effectiveSettings } from '#core/analysis/base/configuration/effective.ts';
import type { BuildRequest } from '#core/analysis/base/schema/build-request.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';
import { startJob } from './start-job.ts';

/** Accepts the analysis of a build: its failures are read from the build server later. */
export async function analyzeBuild(
  needs: Parameters<typeof startJob>[0],
  caller: Caller,
  request: BuildRequest,
): Promise<Stored<Job>> {
  const effective = effectiveSettings(needs.environment, request);
  const { build, secrets } = buildSettings(needs.environment, request);
  const job = {
    id: `job_${randomUUID()}`,
    ...{ kind: 'build' as const, repeats: null, build },
    job_name: request.job_name.trim(),
    build_number: request.build_number,
  };
  return startJob(needs, caller, job, {
    ...effective,
    secrets: { ...effective.secrets, ...secrets },
  });
}
