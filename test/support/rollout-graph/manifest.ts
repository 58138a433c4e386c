// Replaces functions/manifest.ts in tests that need a row of every kind.
import { services as real } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';

export * from '#functions/manifest.ts';

const common = { maxAttempts: 3, concurrency: 1 };

const docs: Service = {
  ...real.docs,
  routes: [
    ...real.docs.routes,
    { method: 'POST', path: '/api/slow', file: 'docs/slow.ts', stream: true },
    { method: 'DELETE', path: '/api/slow/{name}', file: 'docs/slow-delete.ts' },
  ],
  jobs: [
    ...real.docs.jobs,
    {
      ...{ queue: 'docs-small', file: 'docs/small.job.ts', runsOn: 'function', ...common },
      timeoutSeconds: 60,
    },
    {
      ...{ queue: 'docs-large', file: 'docs/large.job.ts', runsOn: 'worker', ...common },
      timeoutSeconds: 840,
    },
    {
      ...{ queue: 'docs-endless', file: 'docs/endless.job.ts', runsOn: 'worker', ...common },
      timeoutSeconds: 9000,
    },
  ],
  sockets: [...real.docs.sockets, { path: '/live', file: 'docs/live-socket.ts' }],
  schedules: [...real.docs.schedules, { name: 'docs-tick', everyMinutes: 1, file: 'docs/tick.ts' }],
  streams: [{ name: 'docs-changes', file: 'docs/changes.ts', feed: 'docs/changes' }],
};

const agent: Service = {
  ...real.agent,
  jobs: [
    ...real.agent.jobs,
    {
      ...{ queue: 'agent-turn', file: 'agent/turn.job.ts', runsOn: 'function', ...common },
      timeoutSeconds: 60,
    },
  ],
};

export const services: typeof real = { ...real, docs, agent };

/**
 * Services that answer by functions; a container service answers itself, on stages that have it.
 */
export const served = Object.entries(services).filter(([, { isContainer }]) => !isContainer);
