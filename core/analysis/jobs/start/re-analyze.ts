import { randomUUID } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { effectiveSettings } from '../../base/configuration/effective.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import { copyInput } from '../../intake/input/input-writer.ts';
import { readJob } from '../read-job.ts';
import type { SharedRequest } from '../../base/schema/request.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { startJob } from './start-job.ts';

type Needs = Pick<
  Platform,
  ('records' | 'blobs' | 'queue' | 'clock' | 'ai') | ('environment' | 'secrets' | 'log')
>;

/** Analyzes the input of a job again, as a new job: of a direct analysis its stored failures, of a
 * build what the build server has now. The request's fields go over the stored ones. */
export async function reAnalyze(
  needs: Needs,
  caller: Caller,
  source: string,
  request: SharedRequest,
): Promise<Stored<Job>> {
  const { params, sealed_params, ...before } = await readJob(needs, source);
  const secrets = await openSecrets(needs, sealed_params);
  const effective = effectiveSettings(needs.environment, request, { params, secrets });
  const id = `job_${randomUUID()}`;
  const { kind, build, job_name, build_number } = before;
  if (kind === 'build') {
    if (!build) throw noParameters();
    const { ci_user, ci_password } = secrets;
    return startJob(
      needs,
      caller,
      { id, kind, repeats: source, build, job_name, build_number },
      { ...effective, secrets: { ...effective.secrets, ci_user, ci_password } },
    );
  }
  if (!(await copyInput(needs, before, id))) throw noParameters();
  const { has_xml, xml_suite, failure_count, retried, slowest } = before;
  const run = { job_name, build_number, source: before.source };
  const job = {
    id,
    kind,
    has_xml,
    xml_suite,
    failure_count,
    retried,
    slowest,
    ...run,
    repeats: source,
  };
  return startJob(needs, caller, job, effective);
}

function noParameters(): Failure {
  const message = 'Original analysis has no stored request parameters';
  return new Failure('invalid', 'no_input', message);
}
