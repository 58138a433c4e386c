import type { Platform } from '#core/platform/ports/platform.ts';
import type { RunType } from '../../runs/run-type.ts';
import { jobGroups, jobs, openStatuses, type Job, type JobGroup } from '../tables.ts';
import { failJob } from './fail-job.ts';
import { appendProgress } from './job-progress.ts';
import { finishQueue, groupQueue, startQueue } from './job-queues.ts';
import { tidyJob } from './tidy-job.ts';

type Needs = Pick<Platform, 'records' | 'queue' | 'feed' | 'trees' | 'ai' | 'clock' | 'log'>;

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
  fail: async (needs, { id }, message) => void (await failJob(needs, id, message)),
  tidy: tidyJob,
  count: ({ done_groups }, _groups, done) => ({ done_groups: Math.max(done_groups, done) }),
  tell: appendProgress,
};

/** More would be messages without work. */
const mostLanes = 50;

/** Each lane asks one model, or all reviewers of a debate, at once: together at most
 * max_concurrent_ai_calls. */
function lanesOf({ params, groups }: Job): number {
  const { max_concurrent_ai_calls: calls, peer_ai_configs: peers } = params;
  const lanes = Math.floor(calls / Math.max(1, peers.length));
  return Math.max(1, Math.min(lanes, groups, mostLanes));
}
