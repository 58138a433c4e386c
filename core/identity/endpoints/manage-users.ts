import * as z from 'zod/mini';
import type { Handler } from '#core/http/endpoint.ts';
import { json } from '#core/http/reply/reply.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { changeRole } from '../change-role.ts';
import { rotateKey, type createUser } from '../users.ts';
import type { ReadRules, UserEndpoint } from './user-endpoint.ts';

// What administrators do with users. The keys in these answers are shown once.

type AdminEndpoint = UserEndpoint<'admin'>;

const pathParams = z.object({ username: z.string() });
const noStore = { headers: { 'cache-control': 'no-store' } };

export function createUserEndpoint(
  endpoint: AdminEndpoint,
  create: (
    platform: Platform,
    input: Parameters<typeof createUser>[2],
  ) => ReturnType<typeof createUser>,
): Handler {
  return endpoint({
    summary: 'Create a user; the key is shown once',
    access: 'admin',
    body: z.strictObject({ username: z.nullish(z.string()), role: z.nullish(z.string()) }),
    replies: {
      200: {
        description: 'The user and the key',
        schema: z.object({ username: z.string(), api_key: z.string(), role: z.string() }),
      },
      400: {
        description: 'The name is missing, invalid, reserved or taken, or the role is unknown',
      },
    },
    run: async ({ platform, body }) => json(200, await create(platform, body), noStore),
  });
}

export function deleteUserEndpoint(
  endpoint: AdminEndpoint,
  remove: (platform: Platform, username: string, by: string) => Promise<void>,
  more: { readonly summary: string; readonly replies: Record<number, { description: string }> },
): Handler {
  return endpoint({
    summary: more.summary,
    access: 'admin',
    params: pathParams,
    replies: {
      200: { description: 'Removed', schema: z.object({ deleted: z.string() }) },
      404: { description: 'No such user' },
      ...more.replies,
    },
    async run({ platform, params, caller }) {
      await remove(platform, params.username, caller.username);
      return json(200, { deleted: params.username });
    },
  });
}

export function rotateKeyEndpoint(endpoint: AdminEndpoint, readRules: ReadRules): Handler {
  return endpoint({
    summary: 'Replace a user’s key and end their sessions; the new key is shown once',
    access: 'admin',
    params: pathParams,
    body: z.optional(z.strictObject({ new_key: z.nullish(z.string()) })),
    replies: {
      200: {
        description: 'The new key',
        schema: z.object({ username: z.string(), new_api_key: z.string() }),
      },
      400: { description: 'The key is too short' },
      404: { description: 'No such user' },
    },
    async run({ platform, params, body }) {
      const rules = await readRules(platform);
      const rotated = await rotateKey(platform, rules, params, body?.new_key ?? undefined);
      return json(200, rotated, noStore);
    },
  });
}

export function changeRoleEndpoint(endpoint: AdminEndpoint, readRules: ReadRules): Handler {
  return endpoint({
    summary: 'Change a user’s role; a new administrator gets a new key, shown once',
    access: 'admin',
    params: pathParams,
    body: z.strictObject({ role: z.nullish(z.string()) }),
    replies: {
      200: {
        description: 'The new role',
        schema: z.object({
          username: z.string(),
          role: z.string(),
          api_key: z.optional(z.string()),
        }),
      },
      400: {
        description: 'The role is unknown or unchanged, or this is you or the last administrator',
      },
      404: { description: 'No such user' },
    },
    async run({ platform, params: { username }, body: { role }, caller: { username: by } }) {
      const rules = await readRules(platform);
      return json(200, await changeRole(platform, rules, { username, role, by }), noStore);
    },
  });
}
