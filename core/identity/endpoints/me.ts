import * as z from 'zod/mini';
import type { Handler } from '#core/http/endpoint.ts';
import { json } from '#core/http/reply/reply.ts';
import type { UserEndpoint } from './user-endpoint.ts';

export const whoSchema = z.object({
  username: z.string(),
  role: z.string(),
  is_admin: z.boolean(),
});

/** `access` says whether an anonymous caller is refused. */
export function me<Access extends string>(endpoint: UserEndpoint<Access>, access: Access): Handler {
  return endpoint({
    summary: 'Get the current user',
    access,
    replies: { 200: { description: 'Name and role', schema: whoSchema } },
    run({ caller: { username, role, isAdmin } }) {
      return json(200, { username, role, is_admin: isAdmin });
    },
  });
}
