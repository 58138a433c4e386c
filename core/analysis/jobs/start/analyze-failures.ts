import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { effectiveSettings } from '../../base/configuration/effective.ts';
import { inputWriter } from '../../intake/input/input-writer.ts';
import { receiveDirect, type DirectBody } from '../../intake/input/receive-direct.ts';
import { runOf } from '../../intake/input/run-of.ts';
import { isOpen, jobs, type Job } from '../../base/tables/job-tables.ts';
import { startJob } from './start-job.ts';

type Needs = Pick<
  Platform,
  ('records' | 'blobs' | 'queue' | 'clock' | 'ai') | ('environment' | 'secrets' | 'log' | 'home')
>;

interface Accepted {
  readonly job: Stored<Job>;
  /** False: it is that of an earlier request. */
  readonly isNew: boolean;
}

/** Accepts failures or JUnit XML: when it resolves, the input and the job are stored. A request with
 * the `key` of an earlier one of the same user is answered with its job. */
export async function analyzeFailures(
  needs: Needs,
  caller: Caller,
  body: DirectBody,
  {
    key,
    isWorkedHere = false,
  }: { readonly key?: string | undefined; readonly isWorkedHere?: boolean } = {},
): Promise<Accepted> {
  const id = key === undefined ? `job_${randomUUID()}` : keyedId(caller, key);
  const findEarlier = async () => {
    const job = key === undefined ? undefined : await needs.records.get(jobs, { id });
    // The request that works on it has not waited for the disk, and this one may not wait for its end.
    const mayBeUnsynced = job && isOpen(job) && needs.home.worksForRequests;
    return mayBeUnsynced ? needs.records.update(jobs, { id }, {}) : job;
  };
  const earlier = await findEarlier();
  if (earlier) return { job: earlier, isNew: false };
  const input = await inputWriter(needs, id);
  try {
    const {
      failures: _failures,
      raw_xml: _xml,
      raw_xml_upload: _upload,
      ...request
    } = await receiveDirect(needs, body, input);
    const { job_name, build_number, branch, commit, run_url, ...shared } = request;
    const effective = effectiveSettings(needs.environment, shared);
    const { stored, name } = await input.end();
    const run = runOf({ job_name, build_number, branch, commit, run_url }, name);
    const job = { id, kind: 'direct' as const, repeats: null, ...run, ...stored };
    const row = await startJob(needs, caller, job, effective, { isWorkedHere });
    return { job: row, isNew: true };
  } catch (error) {
    // Another request with the key was faster, and the input is that of its job.
    const faster = await findEarlier();
    if (faster) return { job: faster, isNew: false };
    await input.abandon();
    throw error;
  }
}

/** Others can guess a key: a name without proof is not the user of that name. */
function keyedId({ username, via, userId }: Caller, key: string): string {
  const isProven = via !== 'name' && via !== 'nothing';
  const who = isProven ? [username, userId ?? (via === 'proxy' ? via : 'admin')] : [username];
  const hash = createHash('sha256')
    .update(JSON.stringify([...who, key]))
    .digest('hex');
  return `job_${hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')}`;
}
