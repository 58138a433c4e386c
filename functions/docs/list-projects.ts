import * as z from 'zod/mini';
import { listingText, listProjects } from '#core/docs/projects/listing.ts';
import { projectEntry } from '#core/docs/projects/project-entry.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

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
    const { text, etag } = listingText(await listProjects(platform, caller));
    return bytes('application/json; charset=utf-8', text, { etag });
  },
});
