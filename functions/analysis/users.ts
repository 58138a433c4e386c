import * as z from 'zod/mini';
import { deleteAnalysisUser } from '#core/analysis/people/delete-user.ts';
import { analysisIdentity } from '#core/analysis/base/identity.ts';
import { json } from '#core/http/reply/reply.ts';
import * as endpoints from '#core/identity/endpoints/manage-users.ts';
import { createUser, listUsers } from '#core/identity/users.ts';
import { endpoint } from './endpoint.ts';

const user = z.object({
  ...{ id: z.int(), username: z.string(), role: z.string() },
  ...{ created_at: z.string(), last_seen: z.nullable(z.string()) },
});

export const list = endpoint({
  summary: 'All users, newest first',
  access: 'admin',
  replies: { 200: { description: 'The users', schema: z.object({ users: z.array(user) }) } },
  run: async ({ platform }) => json(200, { users: await listUsers(platform) }),
});

export const create = endpoints.createUserEndpoint(endpoint, async (platform, input) =>
  createUser(platform, await analysisIdentity(platform), input),
);
export const changeRole = endpoints.changeRoleEndpoint(endpoint, analysisIdentity);
export const rotateKey = endpoints.rotateKeyEndpoint(endpoint, analysisIdentity);
export const remove = endpoints.deleteUserEndpoint(endpoint, deleteAnalysisUser, {
  summary: 'Removes a user with sessions and stored tokens',
  replies: { 400: { description: 'The caller’s own account, or the last administrator' } },
});
