import * as z from 'zod/mini';
import { docsIdentity } from '#core/docs/access/identity.ts';
import { json } from '#core/http/reply/reply.ts';
import { rotateKey } from '#core/identity/users.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Gives a user a new key, shown once, and ends their sessions',
  access: 'admin',
  params: z.object({ username: z.string() }),
  body: z.optional(z.strictObject({ new_key: z.nullish(z.string()) })),
  replies: {
    200: {
      description: 'The new key',
      schema: z.object({ username: z.string(), new_api_key: z.string() }),
    },
    400: { description: 'The key is too short' },
    404: { description: 'No such user' },
  },
  async run({ platform, params, body }) {
    const rules = docsIdentity(platform.environment);
    const rotated = await rotateKey(platform, rules, params, body?.new_key ?? undefined);
    return json(200, rotated, { headers: { 'cache-control': 'no-store' } });
  },
});
