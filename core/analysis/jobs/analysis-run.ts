import type { Platform } from '#core/platform/ports/platform.ts';
import type { FailCause, RunType } from '#core/runs/run-type.ts';
import { raiseAlert } from '../base/raise-alert.ts';
import {
  jobGroups,
  jobs,
  openStatuses,
  type Job,
  type JobGroup,
} from '../base/tables/job-tables.ts';
import { failJob } from './cancel-job.ts';
import { appendProgress } from './read-job.ts';
import { finishQueue, groupQueue, startQueue } from './job-queues.ts';
import { tidyJob } from './tidy-job.ts';

type Needs = Pick<
  Platform,
  'records' | 'blobs' | 'queue' | 'feed' | 'trees' | 'ai' | 'clock' | 'log'
>;

/** Preparation, groups of failures and the result are the steps of a run. */
export const analysisRun: RunType<Job, JobGroup, Needs> = {
  name: 'failure analysis',
  runs: jobs,
  items: jobGroups,
  itemOf: 'job',
  open: openStatuses,
  queues: { start: startQueue, lane: groupQueue, finish: finishQueue },
  lanes: lanesOf,
  interrupted: 'The analysis was interrupted again and again',

  isRunning: async () => true,
  fail: endJob,
  tidy: tidyJob,
  count: ({ done_groups }, _groups, done) => ({ done_groups: Math.max(done_groups, done) }),
  tell: appendProgress,
};

/** A fault of ours is an alert, which is queued first: a process that dies after it has ended the job
 * would lose it. */
async function endJob(needs: Needs, job: Job, message: string, cause: FailCause): Promise<void> {
  const { id } = job;
  const path = `/results/${id}`;
  const alert = { event: 'job_failed', subject: id, reason: message, path } as const;
  if (cause === 'internal') await raiseAlert(needs, alert);
  await failJob(needs, id, message);
}

/** More would be messages without work. */
const maxLanes = 50;

/** Each lane asks one model, or all reviewers of a debate, at once: together at most
 * max_concurrent_ai_calls. */
function lanesOf({ params, groups }: Job): number {
  const { max_concurrent_ai_calls: calls, peer_ai_configs: peers } = params;
  const lanes = Math.floor(calls / Math.max(1, peers.length));
  return Math.max(1, Math.min(lanes, groups, maxLanes));
}
