// Replaces functions/manifest.ts: a route that no HTTP API accepts.
import { services as real } from '#functions/manifest.ts';

export * from '#functions/manifest.ts';

export const services: typeof real = {
  ...real,
  docs: {
    ...real.docs,
    routes: [{ method: 'GET', path: '/health/', file: 'docs/home.ts' }, ...real.docs.routes],
  },
};
