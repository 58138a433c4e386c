import * as z from 'zod/mini';
import { json } from '#core/http/reply.ts';
import { deleteUser } from '#core/identity/users.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'Removes a user with sessions and grants',
  access: 'admin',
  params: z.object({ username: z.string() }),
  replies: {
    200: { description: 'Removed', schema: z.object({ deleted: z.string() }) },
    400: { description: 'The caller’s own account' },
    404: { description: 'No such user' },
  },
  async run({ platform, params, caller }) {
    await deleteUser(platform, params.username, caller.username);
    return json(200, { deleted: params.username });
  },
});
