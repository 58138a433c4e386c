import * as z from 'zod/mini';
import { deleteDocsUser } from '#core/docs/access/delete-user.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Removes a user with sessions, grants and projects',
  access: 'admin',
  params: z.object({ username: z.string() }),
  replies: {
    200: { description: 'Removed', schema: z.object({ deleted: z.string() }) },
    400: { description: 'The caller’s own account' },
    404: { description: 'No such user' },
    409: { description: 'A project of theirs is being generated' },
  },
  async run({ platform, params, caller }) {
    await deleteDocsUser(platform, params.username, caller.username);
    return json(200, { deleted: params.username });
  },
});
