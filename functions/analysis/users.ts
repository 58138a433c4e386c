import * as z from 'zod/mini';
import { analysisIdentity } from '#core/analysis/base/identity.ts';
import { userRemoval } from '#core/analysis/pages/admin/user-removal.ts';
import { json } from '#core/http/reply/reply.ts';
import * as endpoints from '#core/identity/endpoints/manage-users.ts';
import {
  afterUserAction,
  atUsername,
  refusedUser,
  userQuestion,
} from '#core/identity/pages/user-answers.ts';
import { createUser, listUsers } from '#core/identity/users.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';

export const show = page({
  summary: 'Show users and their keys',
  access: 'admin',
  query: z.object({ page: z.optional(z.string()) }),
  replies: { 403: { description: 'Administrators only' } },
  async show({ platform, query, frame }) {
    const { showAdmin } = await import('#core/analysis/pages/admin/admin.ts');
    return showAdmin(platform, frame, query);
  },
});

export const submit = form({
  summary: 'Submit a form of the admin page: users, roles and keys',
  access: 'admin',
  replies: {
    200: { description: 'Done; a new key is shown once' },
    400: { description: 'A field is missing or invalid' },
    404: { description: 'No such user' },
  },
  question: ({ body }) => userQuestion(body, userRemoval),
  async act({ platform, caller, body }) {
    const { adminAction } = await import('#core/analysis/people/admin-action.ts');
    const data = await adminAction(platform, caller, body);
    const page = data.task === 'remove-user' ? { path: '/admin' } : afterUserAction(data);
    return { status: 200, data, page };
  },
  atField: atUsername,
  async again({ platform, body, frame }, failure) {
    if (body['task'] !== 'make-user') return undefined;
    const { showAdmin } = await import('#core/analysis/pages/admin/admin.ts');
    return showAdmin(platform, frame, { refused: refusedUser(body, failure) });
  },
});

const user = z.object({
  id: z.int(),
  username: z.string(),
  role: z.string(),
  created_at: z.string(),
  last_seen: z.nullable(z.string()),
});

export const list = endpoint({
  summary: 'List users, newest first',
  access: 'admin',
  replies: { 200: { description: 'The users', schema: z.object({ users: z.array(user) }) } },
  run: async ({ platform }) => json(200, { users: await listUsers(platform) }),
});

const deleteUser: Parameters<typeof endpoints.deleteUserEndpoint>[1] = async (...call) => {
  const { deleteAnalysisUser } = await import('#core/analysis/people/delete-user.ts');
  return deleteAnalysisUser(...call);
};

export const create = endpoints.createUserEndpoint(endpoint, async (platform, input) =>
  createUser(platform, await analysisIdentity(platform), input),
);
export const changeRole = endpoints.changeRoleEndpoint(endpoint, analysisIdentity);
export const rotateKey = endpoints.rotateKeyEndpoint(endpoint, analysisIdentity);
export const remove = endpoints.deleteUserEndpoint(endpoint, deleteUser, {
  summary: 'Delete a user, with their sessions and stored tokens',
  replies: { 400: { description: 'This is your own account, or the last administrator' } },
});
