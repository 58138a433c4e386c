import * as z from 'zod/mini';
import { ownerNamed } from '#core/docs/projects/access/access.ts';
import { assertProjectName } from '#core/docs/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { revoke } from '#core/identity/grants.ts';
import { ownerQuery } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Takes a user’s access to a project away',
  access: 'admin',
  params: z.object({ name: z.string(), username: z.string() }),
  query: ownerQuery,
  replies: {
    200: {
      description: 'Taken away, now or before',
      schema: z.object({ revoked: z.string(), username: z.string() }),
    },
    400: { description: 'Owner is missing' },
  },
  async run({ platform, params: { name, username }, query }) {
    const owner = ownerNamed(query.owner);
    assertProjectName(name);
    await revoke(platform, { name, owner }, username);
    return json(200, { revoked: name, username });
  },
});
