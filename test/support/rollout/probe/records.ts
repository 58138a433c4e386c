import * as z from 'zod/mini';
import { endpoints } from '#core/http/endpoint.ts';
import { table } from '#core/platform/table.ts';

/** The data that the probe's functions exchange. */
export const probes = table({
  name: 'probes',
  version: 1,
  columns: z.object({ name: z.string(), seen: z.string() }),
  key: ['name'],
});

export const endpoint = endpoints({
  errorKey: 'detail',
  identify: async () => ({ caller: undefined }),
  access: { public: {} },
});

export const shared = { summary: 'A probe', access: 'public', replies: {} } as const;
