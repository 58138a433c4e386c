import * as z from 'zod/mini';
import { ownerNamed, projectExists, userNamed } from '#core/docs/projects/access/access.ts';
import { assertProjectName } from '#core/docs/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { grant } from '#core/identity/grants.ts';
import { projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Lets a user read a project',
  access: 'admin',
  params: projectParams,
  body: z.strictObject({ username: z.nullish(z.string()), owner: z.nullish(z.string()) }),
  replies: {
    200: {
      description: 'Granted, now or before',
      schema: z.object({ granted: z.string(), username: z.string(), owner: z.string() }),
    },
    400: { description: 'Username or owner is missing' },
    404: { description: 'No such user, or no such project of that owner' },
  },
  async run({ platform, params: { name }, body }) {
    const username = userNamed(body.username);
    const owner = ownerNamed(body.owner);
    assertProjectName(name);
    await grant(platform, { name, owner }, username, (key) => projectExists(platform, key));
    return json(200, { granted: name, username, owner });
  },
});
