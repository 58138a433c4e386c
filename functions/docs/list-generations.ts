import * as z from 'zod/mini';
import { generationEntry, historyOf } from '#core/docs/projects/history.ts';
import { readProject } from '#core/docs/store.ts';
import { json } from '#core/http/reply/reply.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'A project’s latest generations, with what each used and found out',
  access: 'known',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: {
      description: 'The latest first',
      schema: z.object({ generations: z.array(generationEntry) }),
    },
    404: { description: 'No such project' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    return json(200, { generations: await historyOf(platform, project) });
  },
});
