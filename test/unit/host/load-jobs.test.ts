import { expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';
import { loadService } from '#core/host/service/load-service.ts';

const figures = { queue: 'work', leaseSeconds: 60, maxAttempts: 3 };

/** A service of one job whose function says one thing and whose manifest line another. */
function load(own: Partial<typeof figures>, declared: Partial<Service['jobs'][number]> = {}) {
  const line = {
    ...{ queue: 'work', file: 'docs/work.job.ts', timeoutSeconds: 900, maxAttempts: 3 },
    ...{ concurrency: 2, runsOn: 'function' as const },
  };
  const service: Service = {
    ...services.sessions,
    routes: [{ method: 'GET', path: '/health', file: 'health.ts', exported: 'health' }],
    jobs: [{ ...line, ...declared }],
  };
  return loadService('docs', service, async () => ({
    health: {},
    definition: { ...figures, ...own },
  }));
}

it('a message is hidden a little longer than the lease, and delivered more often than it runs', async () => {
  const { queues, jobs } = await load({});
  expect(queues).toEqual([{ name: 'work', visibilitySeconds: 65, maxAttempts: 16 }]);
  expect(jobs).toMatchObject([{ queue: 'work', concurrency: 2 }]);
});

it.each([
  ['another queue', { queue: 'other' }],
  ['another number of tries', { maxAttempts: 4 }],
])('a job that names %s than its line in the manifest is refused', async (_, own) => {
  await expect(load(own)).rejects.toThrow('docs/work.job.ts and the manifest do not say the same');
});
