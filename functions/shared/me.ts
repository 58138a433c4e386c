import * as z from 'zod/mini';
import { json } from '#core/http/reply.ts';
import type { ServiceEndpoint } from './endpoint.ts';

/** `access`: whether a caller whom nobody knows is told so, or refused. */
export function me<Access extends string>(endpoint: ServiceEndpoint<Access>, access: Access) {
  return endpoint({
    summary: 'Who the caller is',
    access,
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
}
