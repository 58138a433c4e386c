import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { listUsers } from '#core/identity/users.ts';
import { endpoint } from './endpoint.ts';

const user = z.object({
  id: z.int(),
  username: z.string(),
  role: z.string(),
  created_at: z.string(),
});

export const handler = endpoint({
  summary: 'All users, newest first',
  access: 'admin',
  replies: { 200: { description: 'The users', schema: z.object({ users: z.array(user) }) } },
  async run({ platform }) {
    const users = await listUsers(platform);
    return json(200, { users: users.map(({ last_seen: _unused, ...rest }) => rest) });
  },
});
