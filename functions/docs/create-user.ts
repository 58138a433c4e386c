import * as z from 'zod/mini';
import { createDocsUser } from '#core/docs/project/same-folder.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

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
    const made = await createDocsUser(platform, body);
    return json(200, made, { headers: { 'cache-control': 'no-store' } });
  },
});
