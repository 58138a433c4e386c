import * as z from 'zod/mini';
import { ownerNamed, projectExists, userNamed } from '#core/docs/projects/users.ts';
import { assertProjectName } from '#core/docs/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { grant as grantAccess, grantees, revoke as revokeAccess } from '#core/identity/grants.ts';
import { endpoint } from './endpoint.ts';
import { ownerQuery, projectParams } from './project-route.ts';

export const list = endpoint({
  summary: 'List the users with access to a project',
  access: 'admin',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: {
      description: 'Usernames, sorted',
      schema: z.object({ project: z.string(), owner: z.string(), users: z.array(z.string()) }),
    },
    400: { description: 'Owner is missing' },
  },
  async run({ platform, params: { name }, query }) {
    const owner = ownerNamed(query.owner);
    assertProjectName(name);
    const users = await grantees(platform, { name, owner });
    return json(200, { project: name, owner, users });
  },
});

export const grant = endpoint({
  summary: 'Grant a user access to a project',
  access: 'admin',
  params: projectParams,
  body: z.strictObject({ username: z.nullish(z.string()), owner: z.nullish(z.string()) }),
  replies: {
    200: {
      description: 'The user has access',
      schema: z.object({ granted: z.string(), username: z.string(), owner: z.string() }),
    },
    400: { description: 'Username or owner is missing' },
    404: { description: 'No such user, or no such project of that owner' },
  },
  async run({ platform, params: { name }, body }) {
    const username = userNamed(body.username);
    const owner = ownerNamed(body.owner);
    assertProjectName(name);
    await grantAccess(platform, { name, owner }, username, (key) => projectExists(platform, key));
    return json(200, { granted: name, username, owner });
  },
});

export const revoke = endpoint({
  summary: 'Revoke a user’s access to a project',
  access: 'admin',
  params: z.object({ name: z.string(), username: z.string() }),
  query: ownerQuery,
  replies: {
    200: {
      description: 'The user has no access',
      schema: z.object({ revoked: z.string(), username: z.string() }),
    },
    400: { description: 'Owner is missing' },
  },
  async run({ platform, params: { name, username }, query }) {
    const owner = ownerNamed(query.owner);
    assertProjectName(name);
    await revokeAccess(platform, { name, owner }, username);
    return json(200, { revoked: name, username });
  },
});
