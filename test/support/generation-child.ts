// A process of its own that works on a generation until it has ended, or dies at a fault point.
import { parseArgs } from 'node:util';
import { pagesIn } from '#core/docs/check-plan.ts';
import {
  generationMessage,
  pageQueue,
  planQueue,
  renderQueue,
} from '#core/docs/generation/messages.ts';
import { renderStep, type Render } from '#core/docs/generation/render-step.ts';
import { reviveGenerations } from '#core/docs/generation/revive.ts';
import { generations } from '#core/docs/tables.ts';
import { poll } from '#core/host/poller.ts';
import { job } from '#core/jobs/job.ts';
import { handler as pageHandler } from '#functions/docs/page.job.ts';
import { handler as planHandler } from '#functions/docs/plan.job.ts';
import { openGenerationHome } from './generation-home.ts';
import { killAt } from './kill-at.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    /** So many hours after now: what a killed worker held has expired. */
    hours: { type: 'string', default: '0' },
    /** The durable call to die before; 0: none. */
    at: { type: 'string', default: '0' },
  },
});

const home = openGenerationHome(values.folder, Number(values.hours));
let calls = 0;
const platform = killAt(home, Number(values.at), 'before', () => (calls += 1));

/** Writes and publishes as rendering does, without what it takes to load a renderer. */
const render: Render = async (source, { site, cache }) => {
  const pages = pagesIn(source.plan);
  await platform.blobs.deletePrefix(`${cache}staged/`);
  for (const { slug } of pages) {
    await platform.blobs.put(`${cache}staged/${slug}.md`, await source.markdown(slug));
  }
  await platform.blobs.publish(site, `${cache}staged/`);
  return { pages: pages.length, rendered: pages.length, plain: [], deadLinks: [] };
};

const { handler: renderHandler } = job({
  queue: renderQueue,
  message: generationMessage,
  leaseSeconds: 20,
  maxAttempts: 3,
  key: ({ generation }) => generation,
  run: ({ message, fence, attempt, signal }) =>
    renderStep(platform, { ...message, fence, attempt, signal }, render),
});

await reviveGenerations(platform);
const handlers = {
  [planQueue]: planHandler,
  [pageQueue]: pageHandler,
  [renderQueue]: renderHandler,
};
const pollers = Object.entries(handlers).map(([queue, handler]) =>
  // One at a time, so that a death finds no answer of the model on its way.
  poll({ platform, queue, handler, concurrency: 1 }),
);
for (;;) {
  const [row] = (await home.records.list(generations)).rows;
  const depths = await Promise.all(Object.keys(handlers).map((queue) => home.queue.depth(queue)));
  const left = depths.reduce(
    (sum, depth) => sum + depth.waiting + depth.delayed + depth.inFlight,
    0,
  );
  if (row?.status !== 'generating' && left === 0) break;
  await home.clock.sleep(10);
}
await Promise.all(pollers.map((poller) => poller.stop(1_000)));
process.stdout.write(`${calls}\n`);
await home.close();
