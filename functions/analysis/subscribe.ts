import * as z from 'zod/mini';
import { subscribe, subscriptionBody } from '#core/analysis/alerts/devices.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary:
    'Subscribes a browser to mentions of the caller, and to alerts if it is an administrator',
  access: 'namedWriter',
  body: subscriptionBody,
  replies: {
    200: { description: 'Subscribed', schema: z.object({ status: z.literal('ok') }) },
    400: { description: 'Messages cannot be sent to it: not https, a private address, wrong keys' },
    401: { description: 'The caller has no username' },
  },
  async run({ platform, request, caller, body }) {
    await subscribe(platform, caller, body, request.headers['user-agent'] ?? '');
    return json(200, { status: 'ok' });
  },
});
