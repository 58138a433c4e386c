import { expect, it } from 'vitest';
import { pageQueue, planQueue, renderQueue } from '#core/docs/generate/messages.ts';
import { projects } from '#core/docs/tables.ts';
import { poll } from '#core/host/queues/poller.ts';
import { handler as page } from '#functions/docs/page.job.ts';
import { handler as plan } from '#functions/docs/plan.job.ts';
import { handler as render } from '#functions/docs/render.job.ts';
import { descendantsOf } from '#test/support/processes/descendants-of.ts';
import { acceptGeneration, openGenerationHome } from '#test/support/docs/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const patience = { interval: 20 };

it('leaves no helper process when a site has been generated', async () => {
  const { path } = await temporaryFolder();
  await acceptGeneration(path, 3);
  const platform = openGenerationHome(path, 0, () => {}, { helperIdleMilliseconds: 50 });
  const handlers = { [planQueue]: plan, [pageQueue]: page, [renderQueue]: render };
  const pollers = Object.entries(handlers).map(([queue, handler]) =>
    poll({ platform, queue, handler, concurrency: 2 }),
  );
  const key = { owner: 'admin', name: 'sample' };
  const status = async () => (await platform.records.get(projects, key))?.status;
  await expect.poll(status, patience).toBe('ready');
  await expect.poll(() => descendantsOf(process.pid), patience).toEqual([]);
  await Promise.all(pollers.map((poller) => poller.stop(1_000)));
  await platform.close();
});
