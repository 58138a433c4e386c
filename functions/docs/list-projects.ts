import * as z from 'zod/mini';
import { entryOf, projectEntry } from '#core/docs/project-entry.ts';
import { listProjects } from '#core/docs/store.ts';
import { json } from '#core/http/reply.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'The projects that the caller may see, what changed last first',
  access: 'known',
  replies: {
    200: {
      description: 'The projects',
      schema: z.object({ projects: z.array(projectEntry) }),
    },
  },
  async run({ platform, caller }) {
    const projects = await listProjects(platform, caller);
    return json(200, { projects: projects.map(entryOf) });
  },
});
