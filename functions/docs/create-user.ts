import * as z from 'zod/mini';
import { docsIdentity } from '#core/docs/identity.ts';
import { json } from '#core/http/reply.ts';
import { createUser } from '#core/identity/users.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'Makes a user; the key is shown once',
  access: 'admin',
  body: z.strictObject({ username: z.nullish(z.string()), role: z.nullish(z.string()) }),
  replies: {
    200: {
      description: 'The user and the key',
      schema: z.object({ username: z.string(), api_key: z.string(), role: z.string() }),
    },
    400: { description: 'Missing, invalid, reserved or taken name, or unknown role' },
  },
  async run({ platform, body }) {
    const made = await createUser(platform, docsIdentity(platform.environment), body);
    return json(200, made, { headers: { 'cache-control': 'no-store' } });
  },
});
