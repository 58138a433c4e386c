// A process that works on a generation until it has ended, or dies at a fault point.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pagesIn } from '#core/docs/plan.ts';
import { pageQueue, planQueue, renderQueue } from '#core/docs/generate/messages.ts';
import { type Render, renderStep } from '#core/docs/generate/steps/render-step.ts';
import { generationRun } from '#core/docs/generate/generation-run.ts';
import { reviveRuns } from '#core/runs/revive.ts';
import { runHere } from '#core/runs/run-here.ts';
import type { StepRun } from '#core/runs/step.ts';
import { stepJob } from '#core/runs/step-job.ts';
import { generations } from '#core/docs/tables.ts';
import { poll } from '#core/host/queues/poller.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { handler as pageHandler } from '#functions/docs/page.job.ts';
import { steps } from '#functions/docs/steps.ts';
import { openGenerationHome } from './generation-home.ts';
import { killAt } from '#test/support/processes/kill-at.ts';
import { publishFiles } from './publish-files.ts';
import { stopAt } from '#test/support/processes/stop-at.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    /** Hours after now: leases of a killed worker have expired. */
    hours: { type: 'string', default: '0' },
    /** The durable call to die before; 0: none. */
    at: { type: 'string', default: '0' },
    /** The durable call to stop before, and the step of it on the disk. */
    stop: { type: 'string' },
    disk: { type: 'string' },
    /** `real`: with the renderer of the service. */
    render: { type: 'string', default: 'plain' },
    /** One page at a time: at a death no other AI answer is in flight. */
    concurrency: { type: 'string', default: '1' },
    /** The process that plans works the other steps too, as on a laptop. */
    here: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);
const isStopped = values.stop !== undefined;
const home = openGenerationHome(values.folder, Number(values.hours), isStopped ? say : undefined);
let calls = 0;
const platform = isStopped ? stopping() : killAt(home, Number(values.at), 'before', () => calls++);

function stopping(): Platform {
  const data = join(values.folder, 'data');
  const step = Number(values.disk);
  const disk = values.disk === undefined ? {} : { disk: { directory: data, step } };
  const point = { call: new RegExp(values.stop ?? ''), ...disk };
  return stopAt(home, point, say);
}

/** Writes and publishes like rendering, without loading a renderer. */
const render: Render = async (source, { site }) => {
  const pages = pagesIn(source.plan);
  const texts: Record<string, string> = {};
  for (const { slug } of pages) texts[`${slug}.md`] = await source.markdown(slug);
  await publishFiles(platform.blobs, site, texts);
  return {
    pages: pages.length,
    rendered: pages.length,
    plain: [],
    diagrams: { drawn: 0, failed: [] },
    deadLinks: [],
  };
};

const isReal = values.render === 'real';
const finish = isReal
  ? steps.finish
  : (own: Platform, run: StepRun) => renderStep(own, run, render);
const { handler: planHandler } = stepJob(generationRun, 'start', (own, step) =>
  step.fence === 1 && values.here
    ? runHere(own, generationRun, step.run, { ...steps, finish }, step)
    : steps.start(own, step),
);
const { handler: renderHandler } = stepJob(generationRun, 'finish', finish);

await reviveRuns(platform, generationRun);
const handlers = {
  [planQueue]: planHandler,
  [pageQueue]: pageHandler,
  [renderQueue]: renderHandler,
};
const concurrency = Number(values.concurrency);
const pollers = Object.entries(handlers).map(([queue, handler]) =>
  poll({ platform, queue, handler, concurrency }),
);
let isTold = false;
process.once('SIGTERM', () => (isTold = true));
while (!isTold) {
  const [row] = (await home.records.list(generations)).rows;
  const depths = await Promise.all(Object.keys(handlers).map((queue) => home.queue.depth(queue)));
  const left = depths.reduce(
    (sum, depth) => sum + depth.waiting + depth.delayed + depth.inFlight,
    0,
  );
  if (row?.status !== 'generating' && left === 0) break;
  await home.clock.sleep(10);
}
await Promise.all(pollers.map((poller) => poller.stop(isTold ? 0 : 1_000)));
say(String(calls));
await home.close();
