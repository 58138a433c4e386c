import { get } from '#functions/rows.ts';
import type { Service } from '#functions/service-manifest.ts';

/** A service with two routes, as an engineer would add it. */
export const toy: Service = {
  title: 'Lantern toy',
  label: 'Toy',
  purpose: 'Greets people',
  home: '/hello/you',
  errorKey: 'detail',
  common: 'toy/common.ts',
  listens: {
    host: { variable: 'HOST', initial: '127.0.0.1' },
    port: { variable: 'TOY_PORT', initial: 8100 },
  },
  data: { variable: 'TOY_DATA_DIR', initial: '/data', database: 'toy.db' },
  laptop: { TOY_DATA_DIR: './data/toy' },
  routes: [get('/health', 'toy/common.ts', 'health'), get('/hello/{name}', 'toy/greet.ts')],
  jobs: [],
  sockets: [],
  schedules: [],
};
