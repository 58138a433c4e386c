import * as z from 'zod/mini';
import { abortGeneration } from '#core/docs/generate/abort.ts';
import { assertMayChange, readProject } from '#core/docs/store.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Stops a running generation',
  access: 'writer',
  params: z.object({ name: z.string() }),
  query: z.object({ owner: z.optional(z.string()) }),
  replies: {
    202: { description: 'It stops within seconds', schema: z.object({ aborted: z.string() }) },
    404: { description: 'No such project, or nothing is being generated' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    assertMayChange(caller, project);
    return json(202, await abortGeneration(platform, project));
  },
});
