import * as z from 'zod/mini';
import { docsIdentity } from '#core/docs/projects/access/identity.ts';
import { rotateOwnKey } from '#core/docs/projects/access/rotate-own-key.ts';
import { json } from '#core/http/reply/reply.ts';
import { clearSession } from '#core/identity/cookies.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Gives the caller a new key, shown once, and ends their sessions',
  access: 'known',
  body: z.optional(z.strictObject({ new_key: z.nullish(z.string()) })),
  replies: {
    200: {
      description: 'The new key',
      schema: z.object({ username: z.string(), new_api_key: z.string() }),
    },
    400: { description: 'The key is too short, or the caller is the holder of ADMIN_KEY' },
  },
  async run({ platform, body, caller }) {
    const rotated = await rotateOwnKey(platform, caller, body?.new_key ?? undefined);
    return json(200, rotated, {
      headers: { 'cache-control': 'no-store' },
      cookies: [clearSession(docsIdentity(platform.environment).secureCookies)],
    });
  },
});
