// A process that works on an analysis until it has ended or waits, or dies at a fault point.
import { parseArgs } from 'node:util';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { finishQueue, groupQueue, startQueue } from '#core/analysis/jobs/job-queues.ts';
import { jobGroups, jobs, openStatuses } from '#core/analysis/base/tables/job-tables.ts';
import { poll } from '#core/host/queues/poller.ts';
import { reviveRuns } from '#core/runs/revive.ts';
import { runHere } from '#core/runs/run-here.ts';
import { handler as finish } from '#functions/analysis/finish.job.ts';
import { handler as group } from '#functions/analysis/group.job.ts';
import { handler as start } from '#functions/analysis/start.job.ts';
import { steps } from '#functions/analysis/steps.ts';
import { openAnalysisHome } from './analysis-home.ts';
import { killAt } from '#test/support/processes/kill-at.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    /** Hours after now: leases of a killed worker have expired. */
    hours: { type: 'string', default: '0' },
    /** The job's request works on it, instead of the queue. */
    here: { type: 'boolean', default: false },
    /** The durable call to die at; 0: none. */
    at: { type: 'string', default: '0' },
  },
});

const home = openAnalysisHome(values.folder, Number(values.hours));
let calls = 0;
const platform = killAt(home, Number(values.at), 'before', () => calls++);
await (values.here ? workHere() : reviveRuns(platform, analysisRun));
const handlers = { [startQueue]: start, [groupQueue]: group, [finishQueue]: finish };
// One group at a time: at a death no other AI answer is in flight.
const pollers = Object.entries(handlers).map(([queue, handler]) =>
  poll({ platform, queue, handler, concurrency: 1 }),
);
for (;;) {
  const [job] = (await home.records.list(jobs)).rows;
  const depths = await Promise.all(Object.keys(handlers).map((queue) => home.queue.depth(queue)));
  const atWork = depths.some(({ waiting, inFlight }) => waiting + inFlight > 0);
  const delayed = depths.some((depth) => depth.delayed > 0);
  const waits = job?.status === 'waiting' && delayed;
  const isOver = job && !openStatuses.includes(job.status) && !delayed;
  // A request is answered before the groups are removed.
  const isTidy = !values.here || (await home.records.list(jobGroups)).rows.length === 0;
  if (!atWork && (waits || (isOver && isTidy))) break;
  await home.clock.sleep(10);
}
await Promise.all(pollers.map((poller) => poller.stop(1_000)));
process.stdout.write(`${calls}\n`);
await home.close();

async function workHere(): Promise<void> {
  const [job] = (await home.records.list(jobs)).rows;
  await runHere(platform, analysisRun, job?.id ?? '', steps);
}
