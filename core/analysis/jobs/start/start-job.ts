import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Caller } from '#core/identity/rules.ts';
import { sendStart } from '#core/runs/messages.ts';
import { leaseMilliseconds } from '#core/runs/run-type.ts';
import type { Effective } from '../../base/configuration/effective.ts';
import { installedModel } from '../../base/configuration/model.ts';
import { recordPerson } from '../../base/identity.ts';
import { sealSecrets } from '../../base/configuration/sealed.ts';
import { readWriter } from '../../explain/read-writer.ts';
import { jobs, type Job } from '../../base/tables/job-tables.ts';
import { startQueue } from '../job-queues.ts';

type Needs = Pick<
  Platform,
  'records' | 'queue' | 'clock' | 'ai' | 'environment' | 'secrets' | 'log'
>;

/** Until the first step begins; then each step prolongs it. */
const firstLeaseMilliseconds = 120_000;

type NewJob = Pick<Job, 'id' | 'kind' | 'repeats'> &
  Partial<Pick<Job, 'has_xml' | 'xml_suite' | 'failure_count' | 'retried' | 'slowest'>> &
  Partial<Pick<Job, 'build' | 'job_name' | 'build_number' | 'source' | 'changes'>>;

/** Records a job whose input is stored, and queues it, or leaves it to the caller. */
export async function startJob(
  needs: Needs,
  caller: Pick<Caller, 'username' | 'userId'>,
  job: NewJob,
  effective: Effective,
  { isWorkedHere = false }: { readonly isWorkedHere?: boolean } = {},
): Promise<Stored<Job>> {
  const { records, queue, clock, log } = needs;
  const now = clock.now();
  const { secrets } = effective;
  const lease = isWorkedHere ? leaseMilliseconds({ isHere: true }) : firstLeaseMilliseconds;
  const model = await installedModel(needs, effective.params);
  const params = { ...effective.params, ...model };
  const waits = job.build?.wait_for_completion === true && job.build.ci_url !== null;
  await recordPerson(needs, caller);
  // Who waits for the end is answered when that is on the disk, and all before it.
  const { insert } = isWorkedHere ? records.unsynced : records;
  const row = await insert(jobs, {
    ...job,
    status: waits ? 'waiting' : 'pending',
    params,
    ...model,
    created_by: caller.username,
    sealed_params: await sealSecrets(needs, secrets),
    writer: await readWriter(needs, params),
    created_at: now.toISOString(),
    lease_until: new Date(now.getTime() + lease).toISOString(),
  });
  if (isWorkedHere) return row;
  await sendStart({ queue }, { queues: { start: startQueue } }, row.id).catch((error: unknown) => {
    // The record is written: a sweep sends the message again.
    log('WARNING', 'an analysis will be queued later', { id: row.id, error: String(error) });
  });
  return row;
}
