import * as z from 'zod/mini';
import { json } from '#core/http/reply.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'Who the caller is',
  access: 'known',
  replies: {
    200: {
      description: 'Name and role',
      schema: z.object({ username: z.string(), role: z.string(), is_admin: z.boolean() }),
    },
  },
  run({ caller: { username, role, isAdmin } }) {
    return json(200, { username, role, is_admin: isAdmin });
  },
});
