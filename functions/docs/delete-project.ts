import * as z from 'zod/mini';
import { deleteProject } from '#core/docs/projects/delete-project.ts';
import { assertMayChange, readProject } from '#core/docs/store.ts';
import { json } from '#core/http/reply/reply.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Removes a project: its record, its files and the access to it',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'Removed', schema: z.object({ deleted: z.string() }) },
    404: { description: 'No such project' },
    409: { description: 'It is being generated' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    assertMayChange(caller, project);
    await deleteProject(platform, project);
    return json(200, { deleted: project.name });
  },
});
