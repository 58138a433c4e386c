import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { effectiveSettings } from '../../base/configuration/effective.ts';
import { openSecrets } from '../../base/configuration/sealed.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { inputWriter } from '../../intake/input/input-writer.ts';
import { startJob } from '../../jobs/start/start-job.ts';
import { addComment } from '../../people/discussion/comment.ts';
import { readSubject } from '../read-subject.ts';
import type { hintBody } from './schema.ts';
import { textsGiven } from './texts-given.ts';

type Needs = Parameters<typeof startJob>[0] & Parameters<typeof addComment>[0];

/** Analyzes one failure again with what a person says about it, as an analysis of its own: it is no run
 * of the job, because the other failures are not in it. A comment on the failure leads to it. */
export async function analyzeOne(
  needs: Needs,
  caller: Caller,
  job_id: string,
  { hint, ...place }: z.output<typeof hintBody>,
): Promise<Stored<Job>> {
  const subject = await readSubject(needs, job_id, place);
  const { params, sealed_params, changes } = subject.job;
  const secrets = await openSecrets(needs, sealed_params);
  const effective = effectiveSettings(needs.environment, {}, { params, secrets });
  const { error, stack, console } = await textsGiven(needs, subject);
  const id = `job_${randomUUID()}`;
  const input = await inputWriter(needs, id);
  await input.failure({
    test_name: subject.failure.test_name,
    error_message: error,
    stack_trace: stack || console,
    duration: 0,
    status: 'FAILED',
  });
  const { stored } = await input.end();
  const job = await startJob(
    needs,
    caller,
    { id, kind: 'direct', repeats: job_id, ...stored, changes },
    { ...effective, params: { ...effective.params, hint } },
  );
  const comment = `Analyzed again with the hint “${hint.trim()}”: /results/${id}`;
  await addComment(needs, caller, job_id, { ...place, comment });
  return job;
}
