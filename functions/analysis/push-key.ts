import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The key with which a browser subscribes to web push',
  access: 'public',
  replies: {
    200: { description: 'In base64url', schema: z.object({ public_key: z.string() }) },
  },
  run: async ({ platform }) => json(200, { public_key: await platform.push.publicKey() }),
});
