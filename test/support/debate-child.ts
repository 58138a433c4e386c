// A process that works on an analysis with a debate until it has ended, or dies at a fault point.
import { parseArgs } from 'node:util';
import { analysisRun } from '#core/analysis/jobs/analysis-run.ts';
import { finishQueue, groupQueue, startQueue } from '#core/analysis/jobs/job-queues.ts';
import { jobs } from '#core/analysis/base/tables/tables.ts';
import { poll } from '#core/host/queues/poller.ts';
import { reviveRuns } from '#core/runs/revive.ts';
import { handler as finishHandler } from '#functions/analysis/finish.job.ts';
import { handler as groupHandler } from '#functions/analysis/group.job.ts';
import { handler as startHandler } from '#functions/analysis/start.job.ts';
import { openDebateHome } from './debate-home.ts';
import { killAt } from './kill-at.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    /** Hours after now: leases of a killed worker have expired. */
    hours: { type: 'string', default: '0' },
    /** The durable call to die before; 0: none. */
    at: { type: 'string', default: '0' },
  },
});

const home = openDebateHome(values.folder, Number(values.hours));
let calls = 0;
const platform = killAt(home, Number(values.at), 'before', () => calls++);
await reviveRuns(platform, analysisRun);
const handlers = {
  ...{ [startQueue]: startHandler, [groupQueue]: groupHandler, [finishQueue]: finishHandler },
};
const pollers = Object.entries(handlers).map(([queue, handler]) =>
  poll({ platform, queue, handler, concurrency: 1 }),
);
for (;;) {
  const [row] = (await home.records.list(jobs)).rows;
  const depths = await Promise.all(Object.keys(handlers).map((queue) => home.queue.depth(queue)));
  const left = depths.reduce(
    (sum, depth) => sum + depth.waiting + depth.delayed + depth.inFlight,
    0,
  );
  const isOver = row?.status === 'completed' || row?.status === 'failed';
  if (isOver && left === 0) break;
  await home.clock.sleep(10);
}
await Promise.all(pollers.map((poller) => poller.stop(1_000)));
process.stdout.write(`${calls}\n`);
await home.close();
