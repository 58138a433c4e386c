import * as z from 'zod/mini';
import {
  createDocsUser,
  deleteDocsUser,
  rotateOwnKey as rotateKeyOf,
} from '#core/docs/projects/users.ts';
import { docsIdentity } from '#core/docs/projects/identity.ts';
import { replaceKey } from '#core/docs/pages/questions.ts';
import { json } from '#core/http/reply/reply.ts';
import { sessionTokens, setSessions } from '#core/identity/cookies.ts';
import {
  createUserEndpoint,
  deleteUserEndpoint,
  rotateKeyEndpoint,
} from '#core/identity/endpoints/manage-users.ts';
import { tokensOfOthers } from '#core/identity/sessions.ts';
import { listUsers } from '#core/identity/users.ts';
import { endpoint } from './endpoint.ts';
import { form } from './page.ts';

const user = z.object({
  id: z.int(),
  username: z.string(),
  role: z.string(),
  created_at: z.string(),
});

export const list = endpoint({
  summary: 'List users, newest first',
  access: 'admin',
  replies: { 200: { description: 'The users', schema: z.object({ users: z.array(user) }) } },
  async run({ platform }) {
    const users = await listUsers(platform);
    return json(200, { users: users.map(({ last_seen: _unused, ...rest }) => rest) });
  },
});

export const create = createUserEndpoint(endpoint, createDocsUser);

export const remove = deleteUserEndpoint(endpoint, deleteDocsUser, {
  summary: 'Delete a user, with their sessions, grants and projects',
  replies: {
    400: { description: 'This is your own account' },
    409: { description: 'A generation of one of their projects is running' },
  },
});

export const rotateKey = rotateKeyEndpoint(endpoint, ({ environment }) =>
  docsIdentity(environment),
);

export const rotateOwnKey = endpoint({
  summary: 'Replace your own key and end your sessions; the new key is shown once',
  access: 'known',
  body: z.optional(z.strictObject({ new_key: z.nullish(z.string()) })),
  replies: {
    200: {
      description: 'The new key',
      schema: z.object({ username: z.string(), new_api_key: z.string() }),
    },
    400: { description: 'The key is too short, or you are signed in with ADMIN_KEY' },
  },
  async run({ platform, request, body, caller }) {
    const others = await tokensOfOthers(platform, sessionTokens(request.cookies));
    const rotated = await rotateKeyOf(platform, caller, body?.new_key ?? undefined);
    return json(200, rotated, {
      headers: { 'cache-control': 'no-store' },
      cookies: [setSessions(others, docsIdentity(platform.environment).secureCookies)],
    });
  },
});

export const ownKeyForm = form({
  summary: 'Replace your own key from the home page',
  access: 'known',
  replies: {
    200: { description: 'The new key, shown once' },
    400: { description: 'You are signed in with ADMIN_KEY' },
  },
  question: () => replaceKey,
  async act({ platform, request, caller }) {
    const others = await tokensOfOthers(platform, sessionTokens(request.cookies));
    const data = await rotateKeyOf(platform, caller);
    const secret = {
      heading: 'Your key was replaced',
      owner: data.username,
      what: 'the key',
      secret: data.new_api_key,
      next: { url: '/login', label: 'Sign in with the new key' },
    };
    const { secureCookies } = docsIdentity(platform.environment);
    const cookies = [setSessions(others, secureCookies)];
    return { status: 200, data, cookies, page: { secret } };
  },
});
