import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { endpoint, shared } from './records.ts';

export const handler = endpoint({
  ...shared,
  body: z.object({ name: z.string() }),
  run: async ({ platform, body }) =>
    json(202, await platform.queue.send('probe', JSON.stringify(body))),
});
