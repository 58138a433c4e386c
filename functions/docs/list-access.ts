import * as z from 'zod/mini';
import { ownerNamed } from '#core/docs/projects/access/access.ts';
import { assertProjectName } from '#core/docs/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { grantees } from '#core/identity/grants.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Who was let in to a project',
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
