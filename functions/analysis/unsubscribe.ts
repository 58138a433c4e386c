import * as z from 'zod/mini';
import { endpointBody, idOf, unsubscribe } from '#core/analysis/alerts/devices.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Ends the subscription of a browser of the caller',
  access: 'namedWriter',
  body: endpointBody,
  replies: {
    200: {
      description: 'Whether the caller had it',
      schema: z.object({ removed: z.boolean() }),
    },
    401: { description: 'The caller has no username' },
  },
  async run({ platform, caller, body }) {
    return json(200, { removed: await unsubscribe(platform, caller, idOf(body.endpoint)) });
  },
});
