import * as z from 'zod/mini';
import { openEndpoints } from '#core/http/open-endpoints.ts';
import { json } from '#core/http/reply/reply.ts';
import { allSettings } from '#core/webhook/configuration/variables.ts';
import { largestBody, receive } from '#core/webhook/receiving/receive.ts';
import { webhook } from './manifest.ts';

const endpoint = openEndpoints(webhook.errorKey, { settings: allSettings });

const accepted = z.strictObject({
  status: z.literal(200),
  message: z.literal('Webhook queued for processing'),
  delivery_id: z.string(),
  event_type: z.string(),
});

export const handler = endpoint({
  summary: 'Receive a webhook from the code host',
  access: 'public',
  tags: ['mcp_exclude'],
  bodyLimit: largestBody,
  replies: {
    200: { description: 'Queued for processing', schema: accepted },
    400: { description: 'The event header, the body or the address is invalid' },
    403: { description: 'The signature is wrong, or the address is not allowed' },
    413: { description: 'The body is above 25 MiB' },
    500: { description: 'The configuration is invalid' },
  },
  run: async ({ platform, request }) => {
    const { headers, address } = request;
    const body = () => request.body(largestBody);
    const delivery = await receive(platform, { headers, address, body });
    return json(200, { status: 200, message: 'Webhook queued for processing', ...delivery });
  },
  async explain(failure) {
    if (failure.kind !== 'configuration') throw failure;
    return json(500, { detail: 'Configuration error' });
  },
});
